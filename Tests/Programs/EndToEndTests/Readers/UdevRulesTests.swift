import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

private let canRun =
    USBTestbed.isLibraryInstalled && FileManager.default.fileExists(atPath: "/etc/udev/rules.d")
    && (try? Process.run(URL(filePath: "/usr/bin/unshare"), arguments: ["-rm", "true"])).map { process in
        process.waitUntilExit()
        return process.terminationStatus == 0
    } == true

/// udev's own reading of the rules, over emulated devices; its daemon, and systemd's answer to it, are not shown here.
@Suite(
    .timeLimit(.minutes(10)), .needs(.udevadm),
    .enabled(if: canRun, "needs umockdev, and user namespaces for udev's folders (unshare -rm)"))
struct UdevRulesTests {
    /// In a mount namespace of its own, where udev's rules, its database, `/dev` and the groups are the test's.
    private static let script = """
        set -e
        mount --bind "$1" /etc/udev/rules.d
        mount --bind "$2" /etc/group
        mount -t tmpfs none /run
        mkdir /run/null && : > /run/null/null && mount --bind /dev/null /run/null/null
        export UMOCKDEV_DIR="$3" LD_PRELOAD=\(USBTestbed.library)
        udevadm test --action="$4" "/sys/$5" 2>&1
        """

    /// What udev makes of an event: properties by name, and the lines about what it would do to the node.
    private static func outcome(
        of action: String = "add", _ path: String, on testbed: USBTestbed, furtherRules: String = ""
    ) async throws -> (properties: [String: String], log: String) {
        let folder = try TemporaryFolder()
        let rules = folder["rules"]
        try FileManager.default.createDirectory(atPath: rules, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: Repository.path("udev")) {
            try FileManager.default.copyItem(atPath: Repository.path("udev/\(name)"), toPath: "\(rules)/\(name)")
        }
        try folder.write(furtherRules, to: "rules/60-ours.rules")
        let groups = try folder.write("root:x:0:\nplugdev:x:46:\nwaymark-reader:x:0:\n", to: "group")
        let ending = try await RunningProgram(
            path: "unshare", ["-rm", "sh", "-c", script, "sh", rules, groups, testbed.path, action, path]
        ).wait()
        #expect(ending.status == .exited(0), "\(ending)")
        let pairs = ending.output.split(separator: "\n").compactMap { line -> (String, String)? in
            guard let match = line.wholeMatch(of: #/([A-Z_]+)=(.*)/#) else { return nil }
            return (String(match.1), String(match.2))
        }
        return (Dictionary(pairs) { $1 }, ending.output)
    }

    @Test(arguments: USBReaderModel.forLibnfc, ["1-1.3", "3-2"])
    func `a reader gets its group, a link by its port, and a worker`(_ model: USBReaderModel, port: String) async throws
    {
        let testbed = try USBTestbed()
        let reader = try EmulatedUSBReader(model, on: testbed, port: port)
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: "\(testbed.path)/sys/bus/usb/devices/\(port)")
        let path = String(link.drop { $0 == "." || $0 == "/" })
        let (properties, log) = try await Self.outcome(path, on: testbed)
        #expect(properties["WAYMARK_READER"] == model.driver)
        // systemd's own rules add smartcard.target.
        #expect(properties["SYSTEMD_WANTS"]?.split(separator: " ").first == "waymark-reader@\(port).service")
        #expect(properties["PCSCLITE_IGNORE"] == "1")
        #expect(properties["DEVLINKS"] == "/dev/waymark/\(port.replacingOccurrences(of: "-", with: "/"))")
        #expect(properties["TAGS"]?.contains(":systemd:") == true)
        // The last word is ours, whatever other packages' rules say before.
        #expect(log.matches(of: #/MODE (\d+)/#).last?.1 == "0660")
        #expect(log.matches(of: #/93-waymark.rules:\d+ GROUP (\d+)/#).last?.1 == "0")
        // The kernel does not put it to sleep.
        #expect(log.contains(#/power\/control' writing 'on'/#))
        reader.stop()
    }

    @Test(arguments: USBReaderModel.forPCSC)
    func `a smart-card reader gets a link by its port and a worker, and keeps its owner`(
        _ model: USBReaderModel
    ) async throws {
        let testbed = try USBTestbed()
        let reader = try EmulatedUSBReader(model, on: testbed, port: "1-1.3")
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: "\(testbed.path)/sys/bus/usb/devices/1-1.3")
        let (properties, log) = try await Self.outcome(String(link.drop { $0 == "." || $0 == "/" }), on: testbed)
        #expect(properties["SYSTEMD_WANTS"]?.split(separator: " ").first == "waymark-pcsc-reader@1-1.3.service")
        #expect(properties["PCSCLITE_IGNORE"] == nil && properties["WAYMARK_READER"] == nil)
        #expect(properties["DEVLINKS"] == "/dev/waymark/1/1.3")
        #expect(!log.contains(#/93-waymark.rules:\d+ (GROUP|MODE)/#))
        reader.stop()
    }

    @Test func `a serial bridge is nobody's unless its port is named`() async throws {
        let testbed = try USBTestbed()
        let bridge = try SerialBridge(on: testbed)
        let (properties, _) = try await Self.outcome(bridge.portPath, on: testbed)
        #expect(properties["DEVNAME"] == "/dev/ttyUSB0")
        for name in ["WAYMARK_READER", "ID_MM_DEVICE_IGNORE"] { #expect(properties[name] == nil) }
        // gpsd's rules may want it for a GPS receiver.
        #expect(properties["SYSTEMD_WANTS"]?.contains("waymark") != true)
        bridge.reader.stop()
    }

    /// The rule is the one that the file's own explanation gives.
    @Test func `a serial bridge whose port is named gets a worker, and ModemManager is kept away`() async throws {
        let testbed = try USBTestbed()
        let bridge = try SerialBridge(on: testbed)
        let text = try String(contentsOfFile: Repository.path("udev/93-waymark.rules"), encoding: .utf8)
        let rule = try #require(text.firstMatch(of: #/(?m)^# +(SUBSYSTEM=="tty", KERNELS==.*)$/#)?.1)
        let (properties, log) = try await Self.outcome(bridge.portPath, on: testbed, furtherRules: String(rule) + "\n")
        #expect(properties["WAYMARK_READER"] == "pn532_uart")
        #expect(properties["SYSTEMD_WANTS"] == "waymark-reader@1-1.4.service")
        #expect(properties["DEVLINKS"]?.split(separator: " ").contains("/dev/waymark/1/1.4") == true)
        #expect(properties["ID_MM_DEVICE_IGNORE"] == "1")
        #expect(log.matches(of: #/MODE (\d+)/#).last?.1 == "0660")
        bridge.reader.stop()
    }
}
