import TestBench
import Testing

private let analyze = Tool("systemd-analyze")

/// The units, read by systemd itself.
@Suite(.enabled(if: analyze != nil, "needs systemd-analyze (Debian package systemd)"))
struct ServiceUnitTests {
    /// Those of the package, and in a folder of its own that of a hub.
    private static let units = ["", "hub/"].flatMap { folder in
        ((try? Repository.names(in: "systemd/\(folder)")) ?? []).map { folder + $0 }
    }
    .filter { $0.hasSuffix(".service") || $0.hasSuffix(".socket") || $0.hasSuffix(".timer") }.sorted()

    /// In tenths, 0 best: what they reach with systemd 252, and some room for versions that count otherwise.
    private static let exposures = [
        "waymarkd.service": 12, "waymark-reader@.service": 7, "waymark-pcsc-reader@.service": 7,
        "waymark-backup.service": 10, "waymark-watch.service": 13, "waymark-notify.service": 13,
        "waymark-station.service": 13, "hub/waymark-hub.service": 13,
    ]

    @Test(arguments: units)
    func `systemd understands every line of a unit`(_ unit: String) throws {
        let folder = try Self.rendered()
        let ending = try analyze?.run(["verify", "--man=no", folder[Self.instance(of: unit)]])
        #expect(ending?.status == 0)
        // An unknown key is a warning only.
        #expect(ending?.errors.split(separator: "\n").filter { $0.contains("waymark") } == [])
    }

    @Test func `every service has its exposure limited`() {
        #expect(Set(Self.exposures.keys) == Set(Self.units.filter { $0.hasSuffix(".service") }))
    }

    @Test(arguments: exposures)
    func `a unit is exposed no more than before`(_ unit: String, _ tenths: Int) throws {
        let folder = try Self.rendered()
        let path = folder[Self.instance(of: unit)]
        let ending = try analyze?.run(["security", "--offline=true", "--no-pager", "--threshold=\(tenths)", path])
        #expect(ending?.status == 0, "\(ending?.output ?? "")")
    }

    /// systemd carries out the deadline of a worker that hangs: SIGTERM, on which it closes its reader, and SIGKILL after
    /// a grace period. `Tests/Writing/ReaderTests/PulseTests.swift` shows when a worker's word stops.
    @Test func `a worker that hangs is ended, and asked first`() throws {
        let text = try Repository.text("systemd/waymark-reader@.service")
        for line in [
            "WatchdogSec=20", "WatchdogSignal=SIGTERM", "TimeoutAbortSec=5", "NotifyAccess=main", "Restart=always",
        ] {
            #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)")
        }
    }

    /// Copies whose programs exist: systemd wants to find them.
    private static func rendered() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for unit in units {
            let text = try Repository.text("systemd/\(unit)").replacing(#/ExecStart=\S+/#, with: "ExecStart=/bin/true")
            try folder.write(text, to: instance(of: unit))
        }
        return folder
    }

    private static func instance(of unit: String) -> String {
        unit.replacing("hub/", with: "").replacing("@.", with: "@1-1.3.")
    }
}
