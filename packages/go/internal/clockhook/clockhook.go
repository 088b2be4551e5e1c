// Package clockhook lets axoniumtest give a configuration a virtual clock, which programs have no other way to do.
package clockhook

// Set gives a *axonium.Config a clock, in the form the engine takes it. Package axonium provides it.
var Set func(config any, clock any)
