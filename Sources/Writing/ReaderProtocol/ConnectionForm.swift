/// Where a reader is: a connection string of libnfc, or `usb:` and a USB port for libnfc, or `pcsc:` and a USB port for pcscd. The daemon checks the form when a reader is
/// added, the worker when it opens it.
public enum ConnectionForm: Hashable, Sendable {
    case serial(driver: String, path: String, speed: Int?)
    /// A driver, and bus and device by number, which change with every plug.
    case usbNumbers(driver: String, bus: Int, device: Int)
    /// A port, as sysfs names it, whatever reader is plugged in there.
    case usbPort(String)
    /// A port at which pcscd drives a reader. `isPlain`: whatever kind it is, by the commands that every reader has.
    case cardReader(port: String, isPlain: Bool)
    /// I2C and SPI.
    case other

    /// Why a text names no reader.
    public struct Fault: Error, Hashable, Sendable {
        public let reason: String
    }

    private static let serialDrivers = ["pn532_uart", "arygon", "acr122s"]
    private static let busDrivers = ["acr122_usb", "pn53x_usb"]
    /// Whether they stand for the commands that every reader has.
    private static let cardReaderDrivers = ["pcsc": false, "pcsc-plain": true]
    private static let otherDrivers = ["pn532_i2c", "pn532_spi"]

    /// At most 255 bytes. `isPort`: whether a text names a USB port.
    public init(_ text: String, isPort: (String) -> Bool) throws(Fault) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isClean = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard parts.count == 2, !parts[1].isEmpty, text.utf8.count <= 255, isClean else {
            throw Fault(reason: "it is not of the form driver:place")
        }
        let driver = parts[0]
        if Self.serialDrivers.contains(driver) {
            let (path, speed) = try Self.portAndSpeed(parts[1])
            guard path.hasPrefix("/") else { throw Fault(reason: "\"\(path)\" is not the path of a serial port") }
            self = .serial(driver: driver, path: path, speed: speed)
        } else if Self.busDrivers.contains(driver) {
            // Fewer numbers, or other digits, match the first reader that libnfc finds.
            let numbers = parts[1].split(separator: ":", omittingEmptySubsequences: false)
            let areRight = numbers.allSatisfy {
                $0.utf8.count == 3 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
            guard numbers.count == 2, areRight, let bus = Int(numbers[0]), let device = Int(numbers[1]) else {
                throw Fault(reason: "a USB reader is named by bus and device, three digits each")
            }
            self = .usbNumbers(driver: driver, bus: bus, device: device)
        } else if driver == "usb" {
            guard isPort(parts[1]) else {
                throw Fault(reason: "a USB port is a bus and a path through hubs, like 1-1.3")
            }
            self = .usbPort(parts[1])
        } else if let isPlain = Self.cardReaderDrivers[driver] {
            guard isPort(parts[1]) else {
                throw Fault(reason: "a USB port is a bus and a path through hubs, like 1-1.3")
            }
            self = .cardReader(port: parts[1], isPlain: isPlain)
        } else if Self.otherDrivers.contains(driver) {
            self = .other
        } else {
            throw Fault(reason: "the driver \"\(driver)\" is neither one of libnfc's nor pcsc")
        }
    }

    private static func portAndSpeed(_ place: String) throws(Fault) -> (path: String, speed: Int?) {
        guard let colon = place.lastIndex(of: ":"), let speed = Int(place[place.index(after: colon)...]) else {
            return (place, nil)
        }
        guard (9_600...460_800).contains(speed) else {
            throw Fault(reason: "the speed is outside 9600 to 460800 baud")
        }
        return (String(place[..<colon]), speed)
    }
}
