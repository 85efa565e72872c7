/// A port of a USB hub, as the kernel names it: the bus, then the ports from the root on.
struct USBPort: Sendable, Equatable {
    /// `1-1.3`: on bus 1, port 3 of the hub at port 1.
    let name: String
    let bus: Int

    init(_ name: String) throws(EmulatorError) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let hops = parts.count == 2 ? parts[1].split(separator: ".", omittingEmptySubsequences: false) : []
        let areNumbers = hops.allSatisfy { Int($0).map { (1...127).contains($0) } == true }
        guard let bus = parts.first.flatMap({ Int($0) }), (1...99).contains(bus), !hops.isEmpty, areNumbers else {
            throw EmulatorError(
                code: .port, message: "there is no USB port \(name)", reason: "a port is a bus and a path through hubs",
                next: "name one like 1-1.3")
        }
        self.name = name
        self.bus = bus
    }

    /// The folder of the device at this port, from `/sys` on. Hubs on the way are folders above it.
    var devicePath: String {
        var folder = "devices/pci0000:00/0000:00:14.0/usb\(bus)"
        var hub = ""
        for hop in name.split(separator: ".") {
            hub += hub.isEmpty ? String(hop) : ".\(hop)"
            folder += "/\(hub)"
        }
        return folder
    }
}
