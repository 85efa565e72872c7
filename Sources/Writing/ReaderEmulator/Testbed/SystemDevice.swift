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
        try make(port.devicePath, attributes: attributes, properties: properties, in: folder)
        try folder.makeFile("sys/\(port.devicePath)/descriptors", model.descriptors)
        for (number, path) in interfacePaths.enumerated() {
            try make(path, attributes: interfaceAttributes(number), properties: interfaceProperties, in: folder)
        }
        for path in interfacePaths + [port.devicePath] {
            try folder.makeLink("sys/bus/usb/devices/\(Self.lastName(path))", to: "../../../\(path)")
        }
    }

    private func make(
        _ path: String, attributes: [(String, String)], properties: [(String, String)], in folder: TestbedFolder
    ) throws(EmulatorError) {
        let place = "sys/\(path)"
        try folder.makeFolder(place)
        for (name, value) in attributes { try folder.makeFile("\(place)/\(name)", "\(value)\n") }
        try folder.makeFile("\(place)/uevent", properties.map { "\($0)=\($1)\n" }.joined())
        let depth = path.split(separator: "/").count
        try folder.makeLink("\(place)/subsystem", to: String(repeating: "../", count: depth) + "bus/usb")
    }

    func disappear(from folder: TestbedFolder) {
        for path in interfacePaths { folder.remove("sys/bus/usb/devices/\(Self.lastName(path))") }
        folder.remove("sys/bus/usb/devices/\(port.name)")
        folder.remove("sys/\(port.devicePath)")
        folder.remove("dev/\(node)")
    }

    /// The events of an action as udev sends them to the programs that listen: a device comes before its interfaces, and
    /// goes after them.
    func events(_ action: String, from number: Int) -> [[UInt8]] {
        let parts =
            [(port.devicePath, "usb_device", properties)]
            + interfacePaths.map { ($0, "usb_interface", interfaceProperties) }
        return (action == "add" ? parts : parts.reversed()).enumerated().map { index, part in
            let (path, kind, properties) = part
            let names = [
                ("ACTION", action), ("DEVPATH", "/\(path)"), ("SUBSYSTEM", "usb"), ("SEQNUM", "\(number + index)"),
            ]
            return UdevMessage.bytes(names + properties, subsystem: "usb", deviceType: kind)
        }
    }

    var eventsOfOneAction: Int { 1 + interfacePaths.count }

    /// The folders of the interfaces, `1-1.3:1.0` in that of the device.
    private var interfacePaths: [String] {
        model.interfaceNames.indices.map { "\(port.devicePath)/\(port.name):1.\($0)" }
    }

    private static func lastName(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    private var attributes: [(String, String)] {
        [
            ("idVendor", Self.hexadecimal(model.identifiers.vendor, width: 4)),
            ("idProduct", Self.hexadecimal(model.identifiers.product, width: 4)),
            ("bcdDevice", Self.hexadecimal(USBReaderModel.release, width: 4)),
            ("busnum", "\(port.bus)"), ("devnum", "\(number)"),
            ("devpath", String(port.name.drop { $0 != "-" }.dropFirst())), ("dev", "189:\(minor)"),
            ("manufacturer", model.manufacturerName), ("product", model.productName), ("speed", "12"),
            ("version", " 1.10"), ("bConfigurationValue", "1"), ("bNumConfigurations", "1"),
            ("bNumInterfaces", " \(interfacePaths.count)"), ("maxchild", "0"),
        ]
    }

    private func interfaceAttributes(_ number: Int) -> [(String, String)] {
        let names = ["bInterfaceClass", "bInterfaceSubClass", "bInterfaceProtocol"]
        return [("bInterfaceNumber", "0\(number)"), ("bAlternateSetting", " 0")]
            + (model.interfaceNames[number].map { [("interface", $0)] } ?? [])
            + zip(names, model.interfaceClass).map { ($0, Self.hexadecimal(UInt16($1), width: 2)) }
    }

    private var interfaceProperties: [(String, String)] {
        let kind = model.interfaceClass.map { "\($0)" }.joined(separator: "/")
        return [("DEVTYPE", "usb_interface"), ("PRODUCT", productText), ("TYPE", "0/0/0"), ("INTERFACE", kind)]
    }

    private var productText: String {
        [model.identifiers.vendor, model.identifiers.product, USBReaderModel.release]
            .map { Self.hexadecimal($0, width: 1) }.joined(separator: "/")
    }

    private var properties: [(String, String)] {
        [
            ("MAJOR", "189"), ("MINOR", "\(minor)"), ("DEVNAME", node), ("DEVTYPE", "usb_device"), ("DRIVER", "usb"),
            ("PRODUCT", productText), ("TYPE", "0/0/0"),
            ("BUSNUM", USBTestbed.threeDigits(port.bus)), ("DEVNUM", USBTestbed.threeDigits(number)),
        ]
    }

    private var minor: Int { (port.bus - 1) * 128 + number - 1 }

    private static func hexadecimal(_ value: UInt16, width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
