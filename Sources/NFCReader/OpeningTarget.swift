internal import ReaderProtocol
internal import UnixSystem

/// What libnfc is told to open, looked up right before.
///
/// libnfc's USB drivers compare only bus and device number, never what the device is: a number that was given out
/// again, or a wrong one, resets and claims a keyboard as readily as a reader.
struct OpeningTarget {
    let connectionString: String
    /// The file to lock, where the reader has one.
    let node: String?
    let isSerial: Bool
    private let device: USBDevice?

    init(_ connection: Connection) throws(ReaderFailure) {
        switch connection.place {
        case .serialPort(let path): self.init(connection.text, node: path, isSerial: true)
        case .other: self.init(connection.text)
        case .usbPort(let port):
            guard let device = USBDevice.at(port: port) else {
                throw Self.nothing(at: "USB port \(port)", connection.text)
            }
            try self.init(device, named: connection.text)
        case .usbNumbers(let driver, let bus, let number):
            guard let device = USBDevice.all.first(where: { $0.bus == bus && $0.number == number }) else {
                throw Self.nothing(at: "number \(number) of USB bus \(bus)", connection.text)
            }
            try self.init(device, wanting: driver, named: connection.text)
        }
    }

    private init(_ text: String, node: String? = nil, isSerial: Bool = false, device: USBDevice? = nil) {
        connectionString = text
        self.node = node
        self.isSerial = isSerial
        self.device = device
    }

    private init(
        _ device: USBDevice, wanting wanted: String? = nil, named name: String
    ) throws(ReaderFailure) {
        let kind = USBReader(vendor: device.vendor, product: device.product)
        // Whoever names the port of a serial bridge says that a PN532 is behind it: no id could tell.
        if wanted == nil, kind.driver == nil, let port = device.serialPort {
            self.init("pn532_uart:/dev/\(port)", node: "/dev/\(port)", isSerial: true, device: device)
            return
        }
        guard let driver = kind.driver, wanted == nil || wanted == driver else {
            let truth = kind.driver.map { "libnfc drives with \($0)" } ?? "is no reader that libnfc drives"
            throw ReaderFailure(
                code: .wrongDevice, message: "\(name) is not opened: another device is there",
                reason: "the device at USB port \(device.port) is \(kind.text), which \(truth)",
                next: "name the reader by its USB port, usb:\(device.port) if it is this one; lsusb -t shows the ports")
        }
        self.init("\(driver):\(device.numbers)", node: device.node, device: device)
    }

    /// Throws when another device has come to be at the reader's place.
    func check() throws(ReaderFailure) {
        guard let device, USBDevice.at(port: device.port) != device else { return }
        throw Self.nothing(at: "USB port \(device.port)", connectionString)
    }

    private static func nothing(at place: String, _ name: String) -> ReaderFailure {
        ReaderFailure(
            code: .noSuchPort, message: "cannot open reader \(name)", reason: "nothing is plugged in at \(place)",
            next: "plug the reader in, and see where it is with: lsusb -t")
    }
}
