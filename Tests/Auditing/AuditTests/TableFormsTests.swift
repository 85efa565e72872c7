import AppClips
import Audit
import CSV
import Registry
import Spreadsheets
import Testing

/// Sightings in the forms that spreadsheets save come into an audit as from plain CSV.
struct TableFormsTests {
    private static let columns = ["time", "url", "uid", "latitude", "longitude", "accuracy"]
    private static let rows =
        (0..<3_000).map { number in
            [
                "2026-11-19T17:10:38Z", "https://a.example/\(number)", "", "37.\(1_000 + number)", "-122.5",
                number % 2 == 0 ? "9.5" : "24",
            ]
        } + [["2026-11-19T17:10:38Z", "https://a.example/x", "4.12346E+12", "1.5", "2.5", "3"]]

    private func report(_ bytes: [UInt8], chunk: Int = .max, threads: Int = 1) throws -> (AuditReport, [String]) {
        let scope = AuditScope(stores: [], experiences: [], templates: [])
        let auditor = Auditor(scope, rules: AuditRules(now: Timestamp(iso8601: "2026-11-21T00:00:00Z")))
        var rest = bytes[...]
        try auditor.intake.readSightings("walk", threads: threads) {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        let outcome = auditor.outcome(keepingEveryTag: true)
        return (outcome.report(listingTags: true), outcome.warnings)
    }

    private static func text(_ separator: String, _ end: String, commas: Bool = false) -> String {
        ([columns] + rows).map { row in
            row.enumerated().map { place, field in
                commas && place > 2 ? field.replacing(".", with: ",") : field
            }.joined(separator: separator) + end
        }.joined()
    }

    private static let forms: [(String, [UInt8])] = {
        var writer = WorkbookWriter(columns: columns, numbers: ["latitude", "longitude", "accuracy"], sheet: "Walk")
        for row in rows { try? writer.append(row) }
        let utf16 = "\u{FEFF}\(text("\t", "\r\n"))".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [
            ("semicolons", Array(text(";", "\r\n", commas: true).utf8)), ("tabs", utf16),
            ("returns", Array(text(",", "\r").utf8)), ("workbook", (try? writer.bytes()) ?? []),
        ]
    }()

    @Test(arguments: forms)
    func `the report is the same as from plain CSV`(_ name: String, _ bytes: [UInt8]) throws {
        let plain = try report(Array(Self.text(",", "\n").utf8)).0
        #expect(plain.summary.sightings == 3_000 && plain.badRows?.count == 1)
        #expect(
            plain.badRows?.problems.first?.description
                == "walk:3002: uid \"4.12346E+12\" is a number that a spreadsheet shortened: digits are lost; "
                + SpreadsheetDamage.remedy)
        for (chunk, threads) in [(Int.max, 1), (1_000, 1), (70_001, 4)] {
            let (read, warnings) = try report(bytes, chunk: chunk, threads: threads)
            #expect(read == plain)
            #expect(warnings.isEmpty == (name == "workbook"), "\(warnings)")
        }
    }
}
