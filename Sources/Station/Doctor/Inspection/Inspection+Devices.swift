internal import ReaderProtocol
internal import UnixSystem

extension Inspection {
    /// The interface class of smart card readers (USB device class list).
    private static let cardReaderClass = "0b"

    /// A device as a reader; nil when it is none and looks like none.
    func pluggedReader(_ device: USBDevice, _ udev: UdevDatabase, processes: ProcessTable) -> PluggedReader? {
        var reader = PluggedReader(
            port: device.port, kind: USBReader(vendor: device.vendor, product: device.product))
        reader.isCardReader = device.interfaces.contains {
            text("\($0)/bInterfaceClass") == Self.cardReaderClass
        }
        guard reader.kind.driver != nil || reader.isCardReader else { return nil }
        reader.node = NodePicture(at: device.node)
        // usbfs is what the kernel calls a program that has claimed the interface.
        reader.kernelDrivers = device.interfaces.compactMap { Folder.destination(ofLink: "\($0)/driver") }
            .compactMap { $0.split(separator: "/").last.map(String.init) }.filter { $0 != "usbfs" }
        reader.holders = processes.holders(of: device.node)
        reader.isKnownToRule = udev.properties(of: "\(device.folder)/dev", kind: "c").map {
            $0["WAYMARK_READER"] != nil
        }
        return reader
    }

    /// Serial bridges, and the ports of the daemon's readers.
    func serialPorts(
        _ connections: [String], _ udev: UdevDatabase, processes: ProcessTable
    ) -> [SerialPortPicture] {
        let bridges = USBDevice.all.compactMap { device in device.serialPort.map { ("/dev/\($0)", device.port) } }
        let named = connections.compactMap { connection -> String? in
            let parts = connection.split(separator: ":", maxSplits: 2).map(String.init)
            guard parts.count > 1, parts[1].hasPrefix("/dev/") else { return nil }
            return Folder.resolved(parts[1])
        }
        let others = Set(named).subtracting(bridges.map(\.0)).sorted().map { ($0, String?.none) }
        return (bridges.map { ($0.0, String?.some($0.1)) } + others).map { path, usbPort in
            var port = SerialPortPicture(path: path, usbPort: usbPort)
            port.node = NodePicture(at: path)
            port.holders = processes.holders(of: path)
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let properties = udev.properties(of: "/sys/class/tty/\(name)/dev", kind: "c")
            port.isNamedReader = properties.map { $0["WAYMARK_READER"] != nil }
            port.isIgnoredByModemManager = properties.map { $0["ID_MM_DEVICE_IGNORE"] == "1" }
            return port
        }
    }

    /// Modules that are loaded, and those that are not to be. See: man 5 proc, man 5 modprobe.d
    var kernelModules: ModulesPicture {
        var modules = ModulesPicture()
        modules.loaded = Set(
            lines("\(root)/proc/modules").compactMap { $0.split(separator: " ").first.map(String.init) })
        for folder in ["/etc/modprobe.d", "/run/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d"] {
            for name in Folder.names(in: root + folder) where name.hasSuffix(".conf") {
                for line in lines("\(root)\(folder)/\(name)") {
                    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
                    if words.count == 2, words[0] == "blacklist" { modules.blacklisted.insert(String(words[1])) }
                }
            }
        }
        return modules
    }

    private func text(_ path: String) -> String { lines(path).first ?? "" }

    private func lines(_ path: String) -> [String] { Folder.lines(of: path) }
}
