import Doctor
import Foundation
import ReaderProtocol

/// A folder with what Debian 12 and the package put where the doctor looks, as pcscd 1.9.9-2, libccid 1.5.2-1 and libacsccid1
/// 1.1.8-1 do. Removed in the end.
final class Debian12: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    static let dropIn = "lib/systemd/system/pcscd.service.d/waymark.conf"
    static let rule = "usr/share/polkit-1/rules.d/50-waymark.rules"
    static let socket = "run/pcscd/pcscd.comm"
    static let service = "usr/sbin/pcscd"

    init() throws {
        for file in [Self.service, Self.socket, Self.dropIn, Self.rule, "run/udev/control"] { try write("", to: file) }
        for rules in ["70-waymark.rules", "93-waymark.rules"] { try write("", to: "lib/udev/rules.d/\(rules)") }
        // libccid's list is in /etc, and its bundle has a link to it.
        try write(
            Self.list(["0x072F", "0x072F", "0x04E6"], ["0x223B", "0x223E", "0x5790"]),
            to: "etc/libccid_Info.plist")
        try link(
            "usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist",
            to: "../../../../../../etc/libccid_Info.plist")
    }

    func addMakersDriver() throws {
        try write(
            Self.list(["0x072F", "0x072F"], ["0x223B", "0x223E"]),
            to: "usr/lib/pcsc/drivers/ifd-acsccid.bundle/Contents/Info.plist")
    }

    func run(_ program: String) throws {
        try write("\(program)\n", to: "proc/31/comm")
        try link("proc/31/fd/0", to: "/dev/null")
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

    /// The machine with these readers plugged in, and a daemon that knows the added ones.
    func picture(_ readers: [PluggedReader], added: [DaemonPicture.KnownReader]) -> MachinePicture {
        let seen = Inspection(registry: "\(path)/registry.sqlite", root: path).picture(connections: [])
        var picture = MachinePicture.healthy
        picture.readers += readers
        picture.programs.cardService = seen.programs.cardService
        picture.programs.running = seen.programs.running
        picture.daemon = .with(others: added)
        return picture
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func write(_ text: String, to name: String) throws {
        let file = try place(name)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: try place(name).path, withDestinationPath: target)
    }

    private func place(_ name: String) throws -> URL {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return file
    }

    private static func list(_ vendors: [String], _ products: [String]) -> String {
        let array = { (key: String, values: [String]) in
            let entries = values.map { "\t\t<string>\($0)</string>\n" }.joined()
            return "\t<key>\(key)</key>\n\t<array>\n\(entries)\t</array>\n"
        }
        return array("ifdVendorID", vendors) + "\n" + array("ifdProductID", products)
    }
}
