internal import Faults
internal import Glibc
package import ReaderProtocol
internal import UnixSystem
internal import WorkerService

/// Where a reader is: a connection string of libnfc, or `usb:` and a USB port.
package struct Connection: Hashable, Sendable {
    package let text: String
    let place: Place

    enum Place: Hashable, Sendable {
        case serialPort(String)
        /// A driver, and bus and device by number, which change with every plug.
        case usbNumbers(driver: String, bus: Int, device: Int)
        /// A port, as sysfs names it, whatever reader is plugged in there.
        case usbPort(String)
        /// I2C and SPI.
        case other
    }

    /// Checks a connection string and resolves links in its path: libnfc splits strings at `:`, which the
    /// names under `/dev/serial/by-path` contain. At most 255 bytes.
    package init(_ text: String) throws(ReaderFailure) {
        let form: ConnectionForm
        do {
            form = try ConnectionForm(text, isPort: USBDevice.isPort)
        } catch {
            throw Self.failure(text, because: error.reason)
        }
        switch form {
        case .serial(let driver, let path, let speed):
            let resolved = Self.resolved(path)
            guard !resolved.contains(":") else {
                throw Self.failure(text, because: "the port's path contains a colon, at which libnfc would cut it")
            }
            place = .serialPort(resolved)
            self.text = speed.map { "\(driver):\(resolved):\($0)" } ?? "\(driver):\(resolved)"
        case .usbNumbers(let driver, let bus, let device):
            place = .usbNumbers(driver: driver, bus: bus, device: device)
            self.text = text
        case .usbPort(let port):
            place = .usbPort(port)
            self.text = text
        case .cardReader: throw Self.failure(text, because: "pcscd drives such readers, and not libnfc")
        case .other:
            place = .other
            self.text = text
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func failure(_ text: String, because reason: String) -> ReaderFailure {
        ReaderFailure(
            code: .badConnection, message: "\"\(text)\" names no reader", reason: reason,
            next: "name it like pn532_uart:/dev/ttyUSB0 or, by its USB port, usb:1-1.3 or pcsc:1-1.3")
    }
}
