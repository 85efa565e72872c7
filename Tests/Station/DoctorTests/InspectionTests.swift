import Doctor
import Foundation
import Testing

/// What is seen of a machine whose files are the test's. Devices on USB are seen in the end-to-end tests.
struct InspectionTests {
    /// A folder as the root of a machine, removed in the end.
    private final class Root: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

        func write(_ text: String, to name: String) throws {
            let file = URL(filePath: path).appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: false, encoding: .utf8)
        }

        func link(_ name: String, to target: String) throws {
            let file = URL(filePath: path).appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
        }

        func picture(_ connections: [String] = []) -> MachinePicture {
            Inspection(registry: "\(path)/registry.sqlite", root: path).picture(connections: connections)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test func `sees modules that are loaded, and those that are kept away`() throws {
        let root = Root()
        try root.write("pn533_usb 20480 0 - Live 0x0\nnfc 131072 1 pn533, Live 0x0\n", to: "proc/modules")
        try root.write("# blacklist nfc\nblacklist pn533_usb\n\tblacklist  pn533\n", to: "etc/modprobe.d/a.conf")
        try root.write("blacklist other\n", to: "etc/modprobe.d/a.conf.dpkg-old")
        let modules = root.picture().modules
        #expect(modules.loaded == ["pn533_usb", "nfc"])
        #expect(modules.blacklisted == ["pn533_usb", "pn533"])
    }

    @Test func `sees which rules are missing, wherever udev reads them`() throws {
        let root = Root()
        #expect(root.picture().udev.missingRules == ["70-waymark.rules", "93-waymark.rules"])
        #expect(!root.picture().udev.isRunning)
        try root.write("", to: "usr/lib/udev/rules.d/70-waymark.rules")
        try root.write("", to: "etc/udev/rules.d/93-waymark.rules")
        try root.write("", to: "run/udev/control")
        #expect(root.picture().udev.missingRules == [])
        #expect(root.picture().udev.isRunning)
    }

    @Test func `sees whether the rounds with the hub run`() throws {
        let root = Root()
        try root.write("waymark\n", to: "proc/40/comm")
        try root.write("/usr/bin/waymark\0station\0status\0", to: "proc/40/cmdline")
        try root.write("sh\n", to: "proc/41/comm")
        try root.write("sh\0-c\0waymark station sync\0station\0sync\0", to: "proc/41/cmdline")
        #expect(root.picture().programs.rounds == [])
        try root.write("waymark\n", to: "proc/42/comm")
        try root.write("/usr/bin/waymark\0--json\0station\0sync\0--interval\01\0", to: "proc/42/cmdline")
        #expect(root.picture().programs.rounds.map(\.credentials) == [nil])
        for (number, words) in [(43, "--credentials\0/a.json"), (44, "--credentials=/b.json")] {
            try root.write("waymark\n", to: "proc/\(number)/comm")
            try root.write("waymark\0station\0sync\0\(words)\0--once\0", to: "proc/\(number)/cmdline")
        }
        #expect(root.picture().programs.rounds.map(\.credentials) == [nil, "/a.json", "/b.json"])
    }

    @Test func `sees who has a serial port open, and what runs`() throws {
        let root = Root()
        // The pseudo-terminals' master is a device that every machine has.
        try root.write("gpsd\n", to: "proc/31/comm")
        try root.link("proc/31/fd/5", to: "/dev/ptmx")
        try root.write("bash\n", to: "proc/30/comm")
        try root.link("proc/30/fd/0", to: "/dev/null")
        let picture = root.picture(["pn532_uart:/dev/ptmx:115200", "usb:1-1", "acr122_usb:001:002"])
        #expect(picture.programs.running == ["gpsd", "bash"])
        let port = try #require(picture.serialPorts.first { ["/dev/ptmx", "/dev/pts/ptmx"].contains($0.path) })
        #expect(port.holders == [HolderPicture(process: 31, program: "gpsd")])
        #expect(port.usbPort == nil && port.node != nil && port.isNamedReader == nil)
    }

    @Test func `sees the registry's owner, mode and disk, and a clock that is behind it`() throws {
        let root = Root()
        try root.write("", to: "registry.sqlite")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o604, .modificationDate: Date(timeIntervalSinceNow: 86_400)],
            ofItemAtPath: "\(root.path)/registry.sqlite")
        let picture = root.picture()
        #expect(picture.files.registryNode?.mode == 0o604)
        #expect(picture.files.registryNode?.owner == NSUserName())
        let disk = try #require(picture.files.disk)
        #expect(disk.total >= disk.free && disk.free > 0)
        #expect((86_000...86_400).contains(picture.clock.secondsBehind))
    }
}
