import ArgumentParsing
import Faults
import Testing

@Suite struct `Parsing a command line` {
    @Test(arguments: [
        ("", ["bakery"]),
        ("--json", ["bakery"]),
        ("count --shelf A", ["bakery", "count"]),
        ("loaf bake rye --from r.csv", ["bakery", "loaf", "bake"]),
        ("--json loaf --socket s bake rye --from r.csv", ["bakery", "loaf", "bake"]),
        ("--socket count loaf bake rye --from r.csv", ["bakery", "loaf", "bake"]),
    ])
    func `finds the command`(line: String, path: [String]) throws {
        #expect(try call(line).path == path)
    }

    @Test func `reads options in both spellings, and what is not given as absent`() throws {
        let given = try call("loaf bake rye 3 --from r.csv --crust=hard --at=1,2").values
        #expect(given[Bakery.name] == "rye")
        #expect(given[Bakery.size] == 3)
        #expect(given[Bakery.from] == "r.csv")
        #expect(given[Bakery.crust] == .hard)
        #expect(given[Bakery.place] == Bakery.Place(latitude: 1, longitude: 2))
        let absent = try call("loaf bake rye --from=a=b.csv").values
        #expect(absent[Bakery.size] == nil)
        #expect(absent[Bakery.from] == "a=b.csv")
        #expect(absent[Bakery.crust] == .tender)
        #expect(absent[Bakery.place] == nil)
        #expect(absent[Bakery.shipping] == false)
        #expect(absent[Bakery.spice] == [])
        #expect(absent[Bakery.socket] == "/run/bakery.sock")
    }

    @Test func `reads a short name, and repeated options in order`() throws {
        let values = try call("loaf bake --spice salt -c hard rye --spice=caraway --from r.csv").values
        #expect(values[Bakery.crust] == .hard)
        #expect(values[Bakery.spice] == ["salt", "caraway"])
        #expect(values[Bakery.name] == "rye")
    }

    @Test func `a list goes on to the next option and may begin again`() throws {
        let values = try call("count --batches a b --json --batches c").values
        #expect(values[Bakery.batches] == ["a", "b", "c"])
        #expect(values[Bakery.details] == .bare)
    }

    @Test(arguments: [
        ("count --shelf A", OptionalValue<Bakery.Details>.absent, false),
        ("count --shelf A --json", .bare, true),
        ("--json count --shelf A", .bare, true),
        ("count --json=shelves --shelf A", .value(.shelves), true),
    ])
    func `an option may have a value or not, and still answer to the key of all commands`(
        line: String, details: OptionalValue<Bakery.Details>, json: Bool
    ) throws {
        let values = try call(line).values
        #expect(values[Bakery.details] == details)
        #expect(values[Bakery.json] == json)
    }

    @Test func `numbers below zero and a lone dash are values`() throws {
        let values = try call("loaf bake - --from - --at -33.86,151.21").values
        #expect(values[Bakery.name] == "-")
        #expect(values[Bakery.from] == "-")
        #expect(values[Bakery.place] == Bakery.Place(latitude: -33.86, longitude: 151.21))
    }

    @Test func `after two dashes nothing is an option`() throws {
        let values = try call("loaf bake --from r.csv -- --json").values
        #expect(values[Bakery.name] == "--json")
        #expect(values[Bakery.json] == false)
    }

    @Test func `a key that a command does not declare reads as not given`() throws {
        let values = try call("count --shelf A").values
        #expect(values[Bakery.shipping] == false)
        #expect(values[Bakery.place] == nil)
    }

    @Test func `a command says how the program ends`() async throws {
        #expect(try await call("loaf bake rye --from r.csv").run() == .done)
        #expect(try await call("loaf bake stone --from r.csv").run() == .failed)
        #expect(try await call("count --shelf A").run() == .findings)
    }

    @Test(arguments: ["--version", "count --version", "loaf bake --version"])
    func `the version is printed wherever it is asked for`(line: String) throws {
        guard case .print(let text) = try Bakery.parse(line) else {
            Issue.record("nothing to print")
            return
        }
        #expect(text == "bakery 1.2.3\n")
    }

    private func call(_ line: String) throws -> CommandCall {
        guard case .run(let call) = try Bakery.parse(line) else {
            throw UsageError(message: "nothing to run", reason: line, next: "")
        }
        return call
    }
}
