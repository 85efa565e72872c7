import CSV
import Faults
import Testing

@Suite struct `Table reader` {
    private let schema = TableSchema(required: ["store", "name"], optional: ["radius"])

    private func read(_ text: String) throws -> (rows: [Row], problems: [String], warnings: [String]) {
        var rows: [Row] = []
        var problems: [String] = []
        let warnings = try TableReader.read(Array(text.utf8), file: "stores.csv", schema: schema) { event in
            switch event {
            case .row(let row): rows.append(row)
            case .problem(let problem): problems.append(problem.description)
            }
        }
        return (rows, problems, warnings.map(\.description))
    }

    @Test func `columns come in any order and optional ones may be absent`() throws {
        let (rows, problems, warnings) = try read("name,store\nCupertino,cup\n")
        #expect(rows.map { [$0["store"], $0["name"], $0["radius"]] } == [["cup", "Cupertino", nil]])
        #expect(rows.first?.text(0) == "cup")
        #expect(rows.first?.line == 2)
        #expect(problems.isEmpty && warnings.isEmpty)
    }

    @Test func `an unknown column is a warning`() throws {
        let (rows, _, warnings) = try read("name, colour ,store\nCupertino,red,cup\n")
        #expect(rows.first?["store"] == "cup")
        #expect(warnings == ["stores.csv:1: column \"colour\" is unknown and ignored"])
    }

    @Test func `several unknown columns are one warning`() throws {
        let (_, _, warnings) = try read("name,colour,store,note\nCupertino,red,cup,x\n")
        #expect(warnings == ["stores.csv:1: columns \"colour\", \"note\" are unknown and ignored"])
    }

    @Test func `a row with another number of fields is a problem`() throws {
        let (rows, problems, _) = try read("store,name\na,b,c\nd,e\n")
        #expect(rows.map { $0["store"] } == ["d"])
        #expect(problems == ["stores.csv:2: 3 fields where the header has 2"])
    }

    @Test(arguments: [
        ("store,store,name\n", "stores.csv:1: column store appears twice"),
        ("store\n", "stores.csv:1: column name is missing"),
        ("", "stores.csv: the file is empty; a header row is needed"),
        ("sto\"re,name\n", "stores.csv:1: a quote inside a field that is not quoted"),
    ])
    func `a wrong header refuses the file`(_ text: String, _ reason: String) throws {
        let error = try #require(throws: FileError.self) { try read(text) }
        #expect(error.reason == reason)
        #expect(error.message == "stores.csv is refused")
    }

    @Test func `a problem is rendered with its file and line`() {
        let problem = FileProblem(
            file: "stores.csv", line: 12, column: "radius", reason: "radius 501 is above 500 m")
        #expect(problem.description == "stores.csv:12: radius 501 is above 500 m")
    }
}
