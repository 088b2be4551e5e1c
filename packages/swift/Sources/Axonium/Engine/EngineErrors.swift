internal import AxoniumEngine
import Foundation

/// The package's error for one the engine's functions threw: no type of the generated binding reaches a caller.
func packageError(_ error: any Error) -> any Error {
    switch error {
    case EngineError.Failed(let envelope): callError(envelope)
    case EngineError.Handle(let message): AxoniumError.other(.internalFault(message))
    default: AxoniumError.other(.internalFault("\(error)"))
    }
}

/// The error of a failed call: a cancelled one throws what Swift's tasks throw.
func callError(_ envelope: Data) -> any Error {
    let error = AxoniumError(envelope: envelope)
    return error.kind == .cancelled ? CancellationError() : error
}
