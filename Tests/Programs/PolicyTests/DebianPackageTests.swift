import TestBench
import Testing

/// `Scripts/packages` and `Package.swift` name the same Debian packages.
struct DebianPackageTests {
    /// Needed to build, without a C library of its own.
    private static let furtherPackages: Set = [
        // The headers of CCairo come through pango; these are named for those of cairo itself.
        "libcairo2-dev",
        // A target with sources of its own, which has no place for a package's name.
        "libzxing-dev",
        // Runs `make test`.
        "make",
        // Tells SwiftPM where the libraries are.
        "pkg-config",
    ]

    @Test func `what is installed to build is what the C libraries ask for`() throws {
        let bash = try #require(Tool("bash"))
        let listed = try bash.run([Repository.path("Scripts/packages"), "list", "build"])
        #expect(listed.status == 0)
        let declared = Set(Manifest.cLibraries.compactMap(\.package))
        #expect(Set(listed.output.split(separator: "\n").map(String.init)) == declared.union(Self.furtherPackages))
    }

    /// udev has started them, and no other script of the package knows of them.
    @Test func `workers of every kind end when the package is removed`() throws {
        let units = try Repository.names(in: "systemd").filter { $0.hasSuffix("@.service") }
        #expect(units.count == 2)
        let script = try Repository.text("debian/waymark.prerm")
        for unit in units {
            #expect(script.contains("'\(unit.replacing("@.", with: "@*."))'"), "\(unit)")
        }
    }

    /// `failing`: the command of udevadm that fails; none does otherwise.
    @Test(arguments: [nil, "control", "trigger"]) func `the package is configured whether udev answers or not`(
        failing: String?
    ) throws {
        let folder = try TemporaryFolder()
        let script = try Repository.text("debian/waymark.postinst").replacing("/run/udev", with: folder.path)
            .replacing("/lib/udev/rules.d", with: Repository.path("udev"))
        let answer = failing.map { "[ \"$1\" != \($0) ]" } ?? ":"
        let udevadm = "udevadm() { echo \"$@\" >>\(folder["calls"]); \(answer); }\n"
        let shell = try #require(Tool("sh"))
        let ending = try shell.run([try folder.write(udevadm + script, to: "postinst"), "configure"])
        #expect(ending.status == 0, "\(ending)")
        #expect(ending.errors.contains("udev has not taken the rules") == (failing != nil), "\(ending)")
        let calls = try folder.text("calls").split(separator: "\n")
        #expect(calls.first == "control --reload")
        #expect(calls.contains { $0.contains("idVendor=") } == (failing != "control"))
        #expect((calls.last == "trigger --action=add --property-match=WAYMARK_READER=?*") == (failing == nil))
    }

    /// CLinux is the C library that every program has; CProcessor is of the compiler; CZXing is compiled.
    @Test func `every C library but the system's own names its package`() {
        #expect(Manifest.cLibraries.filter { $0.package == nil }.map(\.name) == ["CLinux", "CProcessor", "CZXing"])
    }
}
