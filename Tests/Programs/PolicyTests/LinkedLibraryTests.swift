import TestBench
import Testing

/// What the programs load, as the dynamic linker says it.
struct LinkedLibraryTests {
    @Test func `a hub's daemon loads libpq, and no reader's library`() throws {
        let ldd = try #require(Tool("ldd"))
        let ending = try ldd.run([BuiltProgram.hub.path])
        #expect(ending.status == 0)
        #expect(ending.output.contains("libpq."))
        #expect(!ending.output.contains("libnfc.") && !ending.output.contains("libpcsclite."))
    }

    /// libpq brings Kerberos and LDAP along, and no station has a database's secret.
    @Test(arguments: [
        (BuiltProgram.daemon, "libsqlite3"), (.commandLine, "libcurl"), (.worker, "libnfc"),
    ])
    func `a station's program loads what it needs and no libpq`(_ program: BuiltProgram, _ needed: String) throws {
        let ldd = try #require(Tool("ldd"))
        let ending = try ldd.run([program.path])
        #expect(ending.status == 0)
        #expect(ending.output.contains("\(needed)."))
        #expect(!ending.output.contains("libpq."))
    }
}
