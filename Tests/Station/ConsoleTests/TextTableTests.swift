import Audit
import Faults
import Foundation
import Labels
import Languages
import NFCTags
import PageFiles
import Registry
import Testing

@testable import Console

/// The table of texts holds everything that is said.
@Suite struct TextTableTests {
    private let table: [String: String]
    private let sources: [(name: String, text: String)]

    init() throws {
        let files = try ConsoleFile.all()
        table = try TextTable(.english, json: ConsoleTexts.json(.english)).texts
        sources = files.filter { $0.path.hasSuffix(".js") }.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    }

    @Test func `every key that a script names is in the table, and every text is named`() {
        let known = Set(table.keys)
        let prefixes = Set(known.compactMap { $0.split(separator: ".").first.map(String.init) })
        var named: Set<String> = []
        var families: Set<String> = []
        for (name, source) in sources {
            for match in source.matches(of: #/["`]([a-z]+(?:\.[A-Za-z-]+)*)["`]/#) where known.contains(String(match.1))
            {
                named.insert(String(match.1))
            }
            for match in source.matches(of: #/text(?:Or)?\("([a-z.-]+)"/#) {
                #expect(known.contains(String(match.1)), "\(name): \(match.1)")
            }
            for match in source.matches(of: #/`([a-z]+\.(?:[a-z]+\.)?)\$\{/#)
            where prefixes.contains(String(match.1.prefix { $0 != "." })) {
                families.insert(String(match.1))
            }
        }
        for key in known.sorted() {
            let base = key.hasSuffix(".one") ? String(key.dropLast(4)) : key
            #expect(named.contains(base) || families.contains { base.hasPrefix($0) }, "nobody says \(key)")
        }
    }

    @Test func `every kind, state, finding and refusal of the station has its words`() {
        let said =
            JournalEvent.Kind.allCases.map { "kind.\($0.rawValue)" }
            + FindingCode.allCases.map { "finding.\($0.rawValue)" }
            + Severity.allCases.map { "severity.\($0.rawValue)" }
            + KeptFinding.State.allCases.map { "life.\($0.rawValue)" }
            + TagState.allCases.map { "state.\($0.rawValue)" } + TagError.Code.allCases.map { "advice.\($0.rawValue)" }
            + Role.granted.map { "role.\($0.rawValue)" } + Experience.Status.allCases.map { "status.\($0.rawValue)" }
        #expect(said.filter { table[$0] == nil } == [])
        let kinds = sources.first { $0.name == "/console/journal.js" }?.text ?? ""
        #expect(
            JournalEvent.Kind.allCases.filter { !kinds.contains("\"\($0.rawValue)\"") }.isEmpty, "offered by the search"
        )
    }

    @Test func `the label stocks that are offered are those that there are`() throws {
        struct Stock: Decodable, Equatable {
            let part: String
            let name: String
            let labels: Int
        }
        let file = try #require(try ConsoleFile.all().first { $0.path == "/console/stocks.json" })
        let offered = try JSONDecoder().decode([Stock].self, from: Data(file.bytes))
        #expect(
            offered == LabelStock.builtInRows.map { Stock(part: $0.part, name: $0.name, labels: $0.columns * $0.rows) })
    }

    @Test func `every file that a page or a script asks for is served`() throws {
        let paths = Set(try ConsoleFile.all().map(\.path))
        for file in try ConsoleFile.all() where file.path == "/" || file.path.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for match in text.matches(of: #/"(/console/[a-z.-]+)"/#) {
                #expect(paths.contains(String(match.1)), "\(file.path)")
            }
            for match in text.matches(of: #/from "\./([a-z-]+\.js)"/#) {
                #expect(paths.contains("/console/\(match.1)"), "\(file.path)")
            }
        }
    }
}
