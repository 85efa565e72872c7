internal import Faults
internal import ReaderProtocol
internal import UnixSystem
internal import WorkerService

/// A USB port at which pcscd drives a reader: `pcsc:1-1.3`, or `pcsc-plain:1-1.3`.
package struct CardReaderPlace: Hashable, Sendable {
    package let text: String
    let port: String
    /// Whatever kind the reader is, it is used by the commands that every reader has.
    let isPlain: Bool

    /// Nil for another form of connection.
    package init?(_ text: String) {
        guard case .cardReader(let port, let isPlain) = try? ConnectionForm(text, isPort: USBDevice.isPort) else {
            return nil
        }
        self.text = text
        self.port = port
        self.isPlain = isPlain
    }
}
