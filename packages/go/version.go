package axonium

// Version is the version of this package and of the engine in it.
const Version = "0.1.0"
