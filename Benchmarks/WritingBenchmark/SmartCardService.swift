import Foundation
import Glibc
import ReaderEmulator
import UnixSystem

/// pcscd as it is installed, with its driver and libusb, for the readers of a testbed: in a mount namespace of its own, with a
/// socket of its own. The ACR1552U, which Debian 12's list of readers lacks, is added to a copy of that list.
final class SmartCardService {
    private let process: ChildProcess
    private let folder: String
    private static let list = "/etc/libccid_Info.plist"
    private static let patience = 200

    init(_ testbed: USBTestbed, folder: String) async throws {
        self.folder = folder
        for name in ["run", "readers"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        let (vendor, product) = USBReaderModel.acr1552u.identifiers
        var text = try String(contentsOfFile: Self.list, encoding: .utf8)
        for (key, value) in [
            ("ifdVendorID", String(format: "0x%04X", vendor)), ("ifdProductID", String(format: "0x%04X", product)),
            ("ifdFriendlyName", "ACS ACR1552 1S CL Reader"),
        ] {
            let opening = "<key>\(key)</key>\n\t<array>"
            text = text.replacingOccurrences(of: opening, with: "\(opening)\n\t\t<string>\(value)</string>")
        }
        try text.write(toFile: "\(folder)/Info.plist", atomically: false, encoding: .utf8)
        let lines =
            [
                "set -e", "mount --make-rprivate /", "mount -t tmpfs tmpfs /run",
                "mkdir -p /run/pcscd /run/udev/data", "mount --bind '\(folder)/run' /run/pcscd",
                "mount --bind '\(folder)/Info.plist' '\(Self.list)'",
            ] + testbed.environment.map { "export \($0.key)='\($0.value)'" }.sorted()
            + ["exec /usr/sbin/pcscd --foreground --config '\(folder)/readers' --error"]
        process = try ChildProcess(
            "unshare", arguments: ["--map-root-user", "--mount", "sh", "-c", lines.joined(separator: "\n")],
            standardOutput: .discarded, standardError: .discarded)
        for _ in 1...Self.patience {
            if (try? UnixConnection.connect(to: "\(folder)/run/pcscd.comm")) != nil { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw BenchmarkFailure(
            "pcscd does not start: it needs the packages pcscd, libccid and umockdev, and user namespaces")
    }

    /// What a client needs to find it.
    var environment: [String: String] { ["PCSCLITE_CSOCK_NAME": "\(folder)/run/pcscd.comm"] }

    func end() async {
        process.kill()
        _ = await process.wait()
    }
}
