import Testing

/// Who must never meet whom, however many modules lie between.
struct ReachTests {
    @Test(arguments: Manifest.cLibraries)
    func `one module imports a C library, and no test does`(_ library: Manifest.Target) {
        let owners = Imports.ofSources.filter { $0.value.contains(library.name) }.keys
        #expect(owners.count == 1, "imported by \(owners.sorted())")
        #expect(!Imports.ofTests.values.contains { $0.contains(library.name) })
    }

    /// libnfc calls abort() on some replies, and nothing ends a call of pcsclite: that must cost one worker, never the daemon.
    @Test(arguments: ["waymark", "waymarkd", "waymark-hub"])
    func `the daemons and the command line do not reach libnfc and pcsclite`(_ program: String) {
        let reached = Manifest.reach(of: program).intersection(["CNFC", "CPCSC"])
        #expect(reached == [])
    }

    /// libpq is the hub's: a station has no database's secret, and loads no Kerberos.
    @Test(arguments: Manifest.programs.map(\.name)) func `no program of a station reaches libpq`(_ program: String) {
        let reachesIt = Manifest.reach(of: program).contains("CPostgreSQL")
        #expect(reachesIt == (program == "waymark-hub"))
    }

    /// A reading of a data sheet that both sides shared would be wrong on both, and no test would tell.
    @Test func `the emulated reader shares nothing with us`() {
        #expect(Manifest.reach(of: "ReaderEmulator") == [])
        #expect(Imports.ours("ReaderEmulator") == [])
    }

    @Test func `no module reaches what the tests share`() {
        let support = Set(Manifest.testSupport.map(\.name))
        #expect(!support.isEmpty)
        #expect(Manifest.modules.filter { !Manifest.reach(of: $0.name).isDisjoint(with: support) }.map(\.name) == [])
    }

    @Test(arguments: ["waymark", "waymarkd", "waymark-hub", "waymark-reader"])
    func `no program that is shipped holds the emulated reader`(_ program: String) {
        let reachesIt = Manifest.reach(of: program).contains("ReaderEmulator")
        #expect(!reachesIt)
    }
}
