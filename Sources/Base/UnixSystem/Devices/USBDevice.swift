import Glibc
import TextCoding

/// A device on USB as the kernel shows it in sysfs. See: Documentation/ABI/stable/sysfs-bus-usb
public struct USBDevice: Hashable, Sendable {
    /// Where it is plugged in, as the kernel names it: `1-1.3` is port 3 of the hub at port 1 of bus 1.
    public let port: String
    public let vendor: UInt16
    public let product: UInt16
    /// The number of the bus, from 1.
    public let bus: Int
    /// The number of the device on its bus, another with every plug.
    public let number: Int

    private static let devices = "/sys/bus/usb/devices"
    /// Longer than any number in sysfs.
    private static let attributeLimit = 64

    public init(port: String, vendor: UInt16, product: UInt16, bus: Int, number: Int) {
        self.port = port
        self.vendor = vendor
        self.product = product
        self.bus = bus
        self.number = number
    }

    /// The device at a port; nil when there is none.
    public static func at(port: String) -> USBDevice? {
        guard isPort(port), let vendor = number("idVendor", of: port, radix: 16),
            let product = number("idProduct", of: port, radix: 16), let bus = number("busnum", of: port),
            let number = number("devnum", of: port)
        else { return nil }
        return USBDevice(
            port: port, vendor: UInt16(truncatingIfNeeded: vendor), product: UInt16(truncatingIfNeeded: product),
            bus: bus, number: number)
    }

    /// Every plugged device, hubs too, by port. Empty on a machine without USB.
    public static var all: [USBDevice] {
        Folder.names(in: devices).compactMap { at(port: $0) }.sorted { $0.port < $1.port }
    }

    /// Its folder in sysfs.
    public var folder: String { "\(Self.devices)/\(port)" }

    /// Its device file.
    public var node: String { "/dev/bus/usb/\(bus.padded(to: 3))/\(number.padded(to: 3))" }

    /// Bus and number, three digits each: `001:004`.
    public var numbers: String { "\(bus.padded(to: 3)):\(number.padded(to: 3))" }

    /// The serial port that a bridge such as a CP2102 gives, `ttyUSB0` or `ttyACM0`; nil when it gives none. The first
    /// by name, when it gives several. See: Documentation/ABI/testing/sysfs-tty
    public var serialPort: String? {
        interfaces.flatMap { interface in
            let names = Folder.names(in: interface)
            return names.filter { $0.hasPrefix("ttyUSB") }
                + (names.contains("tty") ? Folder.names(in: "\(interface)/tty") : [])
        }.min()
    }

    /// The folders of its interfaces: `1-1.3:1.0`.
    public var interfaces: [String] {
        Folder.names(in: folder).filter { $0.hasPrefix("\(port):") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Whether this names a port: a bus, a dash, and ports with dots between. Root hubs (`usb1`) and interfaces
    /// (`1-1:1.0`) are in the same folder.
    public static func isPort(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let numbers = [parts[0]] + parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    private static func number(_ attribute: String, of port: String, radix: Int = 10) -> Int? {
        guard let bytes = try? File.read("\(devices)/\(port)/\(attribute)", limit: attributeLimit) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self), radix: radix)
    }
}
