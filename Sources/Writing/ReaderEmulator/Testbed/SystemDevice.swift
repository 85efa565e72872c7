/// What the kernel reports of a plugged reader: its folder in `/sys`, and its events.
struct SystemDevice: Sendable {
    let model: USBReaderModel
    let port: USBPort
    let number: Int

    /// The node's place below `/dev`.
    var node: String {
        "bus/usb/\(USBTestbed.threeDigits(port.bus))/\(USBTestbed.threeDigits(number))"
    }

    /// Makes the node, the folder in `/sys`, and the link to it. The link comes last: a program that finds it finds
    /// everything.
    func appear(in folder: TestbedFolder) throws(EmulatorError) {
        try folder.makeFile("dev/\(node)", model.descriptors)
        let place = "sys/\(port.devicePath)"
        try folder.makeFolder(place)
        for (name, value) in attributes { try folder.makeFile("\(place)/\(name)", "\(value)\n") }
        let lines = properties.map { "\($0)=\($1)\n" }.joined()
        try folder.makeFile("\(place)/uevent", lines)
        let depth = port.devicePath.split(separator: "/").count
        try folder.makeLink("\(place)/subsystem", to: String(repeating: "../", count: depth) + "bus/usb")
        try folder.makeLink("sys/bus/usb/devices/\(port.name)", to: "../../../\(port.devicePath)")
    }

    func disappear(from folder: TestbedFolder) {
        folder.remove("sys/bus/usb/devices/\(port.name)")
        folder.remove("sys/\(port.devicePath)")
        folder.remove("dev/\(node)")
    }

    /// An event as udev sends it to the programs that listen.
    func event(_ action: String, number: Int) -> [UInt8] {
        let names = [
            ("ACTION", action), ("DEVPATH", "/\(port.devicePath)"), ("SUBSYSTEM", "usb"), ("SEQNUM", "\(number)"),
        ]
        return UdevMessage.bytes(names + properties, subsystem: "usb", deviceType: "usb_device")
    }

    private var attributes: [(String, String)] {
        [
            ("idVendor", Self.hexadecimal(model.vendor, width: 4)),
            ("idProduct", Self.hexadecimal(model.product, width: 4)),
            ("bcdDevice", Self.hexadecimal(USBReaderModel.release, width: 4)),
            ("busnum", "\(port.bus)"), ("devnum", "\(number)"),
            ("devpath", String(port.name.drop { $0 != "-" }.dropFirst())), ("dev", "189:\(minor)"),
            ("manufacturer", model.manufacturerName), ("product", model.productName),
        ]
    }

    private var properties: [(String, String)] {
        let product = [model.vendor, model.product, USBReaderModel.release].map { Self.hexadecimal($0, width: 1) }
        return [
            ("MAJOR", "189"), ("MINOR", "\(minor)"), ("DEVNAME", node), ("DEVTYPE", "usb_device"), ("DRIVER", "usb"),
            ("PRODUCT", product.joined(separator: "/")), ("TYPE", "0/0/0"),
            ("BUSNUM", USBTestbed.threeDigits(port.bus)), ("DEVNUM", USBTestbed.threeDigits(number)),
        ]
    }

    private var minor: Int { (port.bus - 1) * 128 + number - 1 }

    private static func hexadecimal(_ value: UInt16, width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
