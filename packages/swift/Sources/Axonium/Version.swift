/// The version of this package, as sent in `User-Agent: axonium-swift/<version>`.
public let axoniumVersion = "0.1.0"
