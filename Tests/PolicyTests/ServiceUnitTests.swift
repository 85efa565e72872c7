import TestBench
import Testing

/// The units, read by systemd itself.
struct ServiceUnitTests {
    private static let analyze = Tool("systemd-analyze")

    static let units = ((try? Repository.names(in: "systemd")) ?? []).filter { $0.hasSuffix(".service") }.sorted()

    @Test(.enabled(if: analyze != nil, "needs systemd-analyze (Debian package systemd)"), arguments: units)
    func `systemd understands every line of a unit`(_ unit: String) throws {
        let (folder, path) = try Self.rendered(unit)
        let ending = try Self.analyze?.run(["verify", "--man=no", path])
        withExtendedLifetime(folder) {}
        #expect(ending?.status == 0)
        // An unknown key is a warning only.
        #expect(ending?.errors.split(separator: "\n").filter { $0.contains(unit) } == [])
    }

    /// In tenths, 0 best: 9 with systemd 252, and some room for versions that count otherwise.
    @Test(.enabled(if: analyze != nil, "needs systemd-analyze (Debian package systemd)"), arguments: units)
    func `a unit is exposed no more than before`(_ unit: String) throws {
        let (folder, path) = try Self.rendered(unit)
        let ending = try Self.analyze?.run(["security", "--offline=true", "--no-pager", "--threshold=12", path])
        withExtendedLifetime(folder) {}
        #expect(ending?.status == 0, "\(ending?.output ?? "")")
    }

    /// A copy whose program exists: systemd wants to find it.
    private static func rendered(_ unit: String) throws -> (TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        let text = try Repository.text("systemd/\(unit)").replacing(#/ExecStart=\S+/#, with: "ExecStart=/bin/true")
        try folder.write(text, to: unit)
        return (folder, folder[unit])
    }
}
