internal import Glibc
public import ReaderProtocol
internal import UnixSystem

/// Where a reader is: a connection string of libnfc, or `usb:` and a USB port.
public struct Connection: Hashable, Sendable {
    public let text: String
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

    private static let serialDrivers = ["pn532_uart", "arygon", "acr122s"]
    private static let busDrivers = ["acr122_usb", "pn53x_usb"]
    private static let otherDrivers = ["pn532_i2c", "pn532_spi"]

    /// Checks a connection string and resolves links in its path: libnfc splits strings at `:`, which the
    /// names under `/dev/serial/by-path` contain. At most 255 bytes.
    public init(_ text: String) throws(ReaderFailure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty, text.utf8.count <= 255, !text.utf8.contains(0) else {
            throw Self.failure(text, because: "it is not of the form driver:place")
        }
        let driver = parts[0]
        if Self.serialDrivers.contains(driver) {
            let (path, speed) = try Self.portAndSpeed(parts[1], in: text)
            let resolved = Self.resolved(path)
            guard !resolved.contains(":") else {
                throw Self.failure(text, because: "the port's path contains a colon, at which libnfc would cut it")
            }
            place = .serialPort(resolved)
            self.text = speed.map { "\(driver):\(resolved):\($0)" } ?? "\(driver):\(resolved)"
        } else if Self.busDrivers.contains(driver) {
            // Fewer numbers, or other digits, match the first reader that libnfc finds.
            let numbers = parts[1].split(separator: ":", omittingEmptySubsequences: false)
            let areRight = numbers.allSatisfy {
                $0.utf8.count == 3 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
            guard numbers.count == 2, areRight, let bus = Int(numbers[0]), let device = Int(numbers[1]) else {
                throw Self.failure(text, because: "a USB reader is named by bus and device, three digits each")
            }
            place = .usbNumbers(driver: driver, bus: bus, device: device)
            self.text = text
        } else if driver == "usb" {
            guard USBDevice.isPort(parts[1]) else {
                throw Self.failure(text, because: "a USB port is a bus and a path through hubs, like 1-1.3")
            }
            place = .usbPort(parts[1])
            self.text = text
        } else if Self.otherDrivers.contains(driver) {
            place = .other
            self.text = text
        } else {
            throw Self.failure(text, because: "the driver \"\(driver)\" is not one of libnfc's")
        }
    }

    private static func portAndSpeed(
        _ place: String, in text: String
    ) throws(ReaderFailure) -> (path: String, speed: Int?) {
        guard let colon = place.lastIndex(of: ":"), let speed = Int(place[place.index(after: colon)...]) else {
            return (place, nil)
        }
        guard (9_600...460_800).contains(speed) else {
            throw failure(text, because: "the speed is outside 9600 to 460800 baud")
        }
        return (String(place[..<colon]), speed)
    }

    private static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func failure(_ text: String, because reason: String) -> ReaderFailure {
        ReaderFailure(
            code: .badConnection, message: "\"\(text)\" names no reader", reason: reason,
            next: "name it like pn532_uart:/dev/ttyUSB0 or, by its USB port, usb:1-1.3")
    }
}
