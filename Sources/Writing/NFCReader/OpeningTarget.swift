internal import Faults
internal import ReaderProtocol
internal import UnixSystem
internal import WorkerService

/// What libnfc opens, looked up right before.
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
        // A caller that names the port of a serial bridge says that a PN532 is behind it: no id shows that.
        if wanted == nil, kind.driver == nil, let port = device.serialPort {
            self.init("pn532_uart:/dev/\(port)", node: "/dev/\(port)", isSerial: true, device: device)
            return
        }
        guard let driver = kind.driver, wanted == nil || wanted == driver else {
            let truth = kind.driver.map { "libnfc drives with \($0)" } ?? "is not a reader that libnfc drives"
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

    /// Throws when the kernel has given the reader to one of its own drivers, or to another program.
    func checkHolder(_ driver: String?, named name: String) throws(ReaderFailure) {
        guard !isSerial, let device, let driver else { return }
        guard driver == "usbfs" else {
            throw ReaderFailure(
                code: .kernelDriver, message: "cannot open reader \(name): the kernel's driver \(driver) has it",
                reason: "libnfc drives readers itself, and the kernel gives a device to one driver at a time",
                next: "see how to take it away: waymark doctor; the reader is then opened by itself")
        }
        throw ReaderFailure(
            code: .readerHeld, message: "cannot open reader \(name): another program is using it",
            reason: "a program has claimed \(device.node), as pcscd does with every card reader",
            next: "see which program it is: sudo waymark doctor; when it has let go, the reader is opened by itself")
    }

    private static func nothing(at place: String, _ name: String) -> ReaderFailure {
        ReaderFailure(
            code: .noSuchPort, message: "cannot open reader \(name)", reason: "nothing is plugged in at \(place)",
            next: "plug the reader in, and see where it is with: lsusb -t")
    }
}
