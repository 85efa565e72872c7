internal import Glibc
internal import ReaderProtocol
package import UnixSystem

/// The process of a worker in which libnfc lives.
package enum NFCProcess {
    /// Makes the process one that libnfc can live in. To be called first, before anything else is opened and before
    /// there is a second thread.
    ///
    /// libnfc also puts its descriptors into an `fd_set`, which holds numbers below 1024: a worker has a dozen.
    package static func prepare() {
        openStandardStreams()
        LibNFC.prepareEnvironment()
    }

    /// Opens those of the descriptors 0, 1 and 2 that are closed.
    ///
    /// libnfc takes descriptor 0 for "no abort pipe": were standard input closed, the port itself would get
    /// number 0 and every read would look like an abort.
    private static func openStandardStreams() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDWR)
            if descriptor > 2 {
                close(descriptor)
                return
            }
            guard descriptor >= 0 else { return }
        }
    }

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
    package static func device(of connection: String) -> String? {
        switch try? ConnectionForm(connection, isPort: USBDevice.isPort) {
        case .serial(_, let path, _): path
        case .other:
            connection.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first.map {
                String($0)
            }
        case .usbNumbers, .usbPort, .cardReader, nil: nil
        }
    }
}
