import Testing

/// ARCHITECTURE.md, Package.swift and the sources say the same about who imports what.
struct ImportTableTests {
    /// A row of the table of modules.
    private struct Row {
        let folder: String
        let name: String
        let imports: Set<String>
        let cLibraries: Set<String>

        static let all: [Row] =
            (try? Repository.table(in: "ARCHITECTURE.md", after: "## Modules"))?.filter { $0.count == 5 }.map { cells in
                Row(
                    folder: cells[0], name: cells[1], imports: list(cells[3]), cLibraries: list(cells[4]))
            } ?? []

        private static func list(_ cell: String) -> Set<String> {
            Set(cell.split(separator: ",").map { String($0.trimmingPrefix(while: \.isWhitespace)) })
        }
    }

    @Test func `every folder of sources and tests is a target, and every target has its folder`() throws {
        let sources = Manifest.modules + Manifest.cLibraries
        for folder in Manifest.folders {
            let inSources = Set(sources.filter { $0.folder == folder }.map(\.name))
            let inTests = Set(Manifest.tests.filter { $0.folder == folder }.map(\.name))
            #expect(try Repository.names(in: "Sources/\(folder)") == inSources)
            if !inTests.isEmpty { #expect(try Repository.names(in: "Tests/\(folder)") == inTests) }
        }
        #expect(try Repository.names(in: "Sources") == Set(Manifest.folders))
        #expect(try Repository.names(in: "Tests") == Set(Manifest.tests.map(\.folder)))
    }

    @Test func `a dozen folders at most hold the sources`() { #expect((1...12).contains(Manifest.folders.count)) }

    @Test func `the table of folders is that of the manifest, in its order`() throws {
        let rows = try Repository.table(in: "ARCHITECTURE.md", after: "## Folders").map { $0[0] }
        #expect(rows == Manifest.folders)
    }

    @Test func `the table has one row for each module`() {
        #expect(
            Row.all.map { "\($0.folder)/\($0.name)" }.sorted()
                == Manifest.modules.map { "\($0.folder)/\($0.name)" }.sorted())
    }

    @Test(arguments: Manifest.modules.filter { Imports.ofSources[$0.name] != nil })
    func `a module imports what Package.swift and the table say`(_ module: Manifest.Target) throws {
        let used = Imports.ours(module.name)
        #expect(used.sorted() == module.dependencies.sorted(), "Package.swift declares otherwise")
        let row = try #require(Row.all.first { $0.name == module.name })
        let cLibraries = Set(Manifest.cLibraries.map(\.name))
        #expect(used.intersection(cLibraries) == row.cLibraries, "the table names other C libraries")
        #expect(used.subtracting(cLibraries).sorted() == row.imports.sorted(), "the table says otherwise")
    }

    /// From the module's own folder and from those below, so that no two folders need each other.
    @Test(arguments: Manifest.modules) func `a module imports nothing from a higher folder`(
        _ module: Manifest.Target
    ) throws {
        let level = try #require(Manifest.folders.firstIndex(of: module.folder))
        let higher = Set(Manifest.folders[(level + 1)...])
        let upwards = Manifest.targets.filter {
            higher.contains($0.folder) && Imports.ours(module.name).contains($0.name)
        }
        #expect(upwards.map(\.name) == [])
    }

    /// A program that tests run is declared without being imported.
    @Test(arguments: Manifest.tests.filter { Imports.ofTests[$0.name] != nil })
    func `tests import what Package.swift says`(_ tests: Manifest.Target) {
        let used = Imports.ours(tests.name, in: Imports.ofTests)
        let run = tests.dependencies.intersection(Manifest.programs.map(\.name))
        #expect(used.union(run).sorted() == tests.dependencies.sorted())
    }

    @Test(arguments: [
        "Faults", "Markup", "NDEF", "NFCTags", "AppClips", "Registry", "ReaderProtocol", "Provisioning", "CSV",
        "Grants",
    ])
    func `a module of rules imports nothing of the system`(_ module: String) {
        #expect(Imports.ofSources[module, default: []].subtracting(Manifest.modules.map(\.name)) == [])
    }

    @Test func `every task leads to a folder that is there`() throws {
        let tasks = try Repository.table(in: "ARCHITECTURE.md", after: "## Where do I change ...")
        #expect(tasks.count >= 20)
        for task in tasks {
            #expect(try !Repository.code(in: task[1]).isEmpty, "\(task[0])")
        }
    }
}
