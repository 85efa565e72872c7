import Doctor
import Testing

/// docs/operations.md against the doctor, the udev rules and the units.
struct DocumentedDiagnosesTests {
    private static let page = "docs/operations.md"

    @Test func `the manual lists every diagnosis, in the order of a report`() throws {
        let rows = try Repository.table(in: Self.page, after: "## What the doctor finds")
        #expect(rows.map { $0[0] } == DiagnosisCode.allCases.map(\.rawValue))
    }

    @Test func `the manual lists every unit`() throws {
        let rows = try Repository.table(in: Self.page, after: "## What runs").map {
            $0[0].replacing("@1-1.3", with: "@")
        }
        let units = try Repository.names(in: "systemd").filter { name in
            [".service", ".socket", ".timer"].contains { name.hasSuffix($0) }
        }
        #expect(Set(rows) == units)
    }

    /// The rules' own test lets udev read the line of their explanation.
    @Test func `the rule for a serial bridge is the same everywhere`() throws {
        let rule = #/SUBSYSTEM=="tty", KERNELS==.*/#
        let inRules = try #require(try Repository.text("udev/93-waymark.rules").firstMatch(of: rule)?.0)
        #expect(try Repository.text(Self.page).contains(inRules))
    }
}
