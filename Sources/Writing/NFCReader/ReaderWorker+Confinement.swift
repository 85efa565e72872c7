internal import ReaderProtocol
package import UnixSystem

extension ReaderWorker {
    /// Keeps the worker of a reader that is not on USB to the files that it needs: its device, and what a program reads of itself
    /// and of its library. To be called before there is a second thread.
    ///
    /// libnfc trusts what a reader and a tag send. The daemon starts such a worker as its own user, and this keeps the
    /// registry and the credentials from it. One of a reader on USB is kept in by its unit.
    package static func confineFiles(connection: String) throws(SystemError) {
        guard let device = device(of: connection) else { return }
        try Confinement(
            // libdispatch watches its threads below /proc, where Landlock hides other programs' memory and files.
            readable: ["/proc", "/etc/nfc"], devices: [device]
        ).enforce()
    }

    /// The device's file when the reader is on a serial port, I2C or SPI.
    static func device(of connection: String) -> String? {
        switch try? ConnectionForm(connection, isPort: USBDevice.isPort) {
        case .serial(_, let path, _): path
        case .other:
            connection.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first.map {
                String($0)
            }
        case .usbNumbers, .usbPort, nil: nil
        }
    }
}
