import Testing

/// ARCHITECTURE.md, Package.swift and the sources say the same about who may enter which room.
struct ImportTableTests {
    /// A row of the table of rooms.
    private struct Row {
        let imports: String
        let cLibraries: Set<String>

        init(of room: String) throws {
            let rows = try Repository.table(in: "ARCHITECTURE.md", after: "## Rooms")
            let row = try #require(rows.first { $0[0] == room }, "\(room) has no row")
            try #require(row.count == 4, "the row of \(room) has not four cells")
            imports = row[2]
            cLibraries = Row.list(row[3])
        }

        /// The rooms above a row of the form "every room above but ...": a bound, not a list.
        func bound(above room: String) throws -> Set<String>? {
            guard let exceptions = imports.firstMatch(of: #/^every room above but (.*)$/#)?.1 else { return nil }
            let rows = try Repository.table(in: "ARCHITECTURE.md", after: "## Rooms")
            return Set(rows.prefix { $0[0] != room }.map { $0[0] }).subtracting(Row.list(String(exceptions)))
        }

        static func list(_ cell: String) -> Set<String> {
            Set(cell.split(separator: ",").map { String($0.trimmingPrefix(while: \.isWhitespace)) })
        }
    }

    @Test func `every folder of sources and tests is a target, and every target has its folder`() throws {
        #expect(try Repository.names(in: "Tests") == Set(Manifest.tests.map(\.name)))
        #expect(
            try Repository.names(in: "Sources") == Set((Manifest.rooms + Manifest.cLibraries).map(\.name)))
    }

    @Test func `the table has one row for each room`() throws {
        let rows = try Repository.table(in: "ARCHITECTURE.md", after: "## Rooms").map { $0[0] }
        #expect(rows.sorted() == Manifest.rooms.map(\.name).sorted())
    }

    @Test(arguments: Manifest.rooms.filter { Imports.ofSources[$0.name] != nil })
    func `a room imports what Package.swift and the table say`(_ room: Manifest.Target) throws {
        let used = Imports.ours(room.name)
        #expect(used.sorted() == room.dependencies.sorted(), "Package.swift declares otherwise")
        let row = try Row(of: room.name)
        let cLibraries = Set(Manifest.cLibraries.map(\.name))
        #expect(used.intersection(cLibraries) == row.cLibraries, "the table names other C libraries")
        let rooms = used.subtracting(cLibraries)
        if let bound = try row.bound(above: room.name) {
            #expect(rooms.subtracting(bound) == [], "the table excepts these rooms")
        } else {
            #expect(rooms.sorted() == Row.list(row.imports).sorted(), "the table says otherwise")
        }
    }

    /// A program that tests run is declared without being imported.
    @Test(arguments: Manifest.tests.filter { Imports.ofTests[$0.name] != nil })
    func `tests import what Package.swift says`(_ tests: Manifest.Target) {
        let used = Imports.ours(tests.name, in: Imports.ofTests)
        let run = tests.dependencies.intersection(Manifest.programs.map(\.name))
        #expect(used.union(run).sorted() == tests.dependencies.sorted())
    }

    @Test(arguments: [
        "Explaining", "Markup", "NDEF", "NFCTags", "AppClips", "Registry", "ReaderProtocol", "Provisioning", "CSV",
    ])
    func `a room of rules imports nothing of the system`(_ room: String) {
        #expect(Imports.ofSources[room, default: []].subtracting(Manifest.rooms.map(\.name)) == [])
    }
}
