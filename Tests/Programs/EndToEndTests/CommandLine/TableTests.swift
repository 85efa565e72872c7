import Foundation
import TestBench
import Testing
import UnixSystem

@testable import waymark

/// Tables fit the terminal that shows them.
@Suite struct TableTests {
    private static let table: Table = {
        var table = Table(["TAG", "STORE", "URL"])
        table.append(["n-cu-01", "스타벅스 강남점", "https://appclip.example/store/gangnam?tag=n-cu-01"])
        table.append(["n-cu-02", "c", "short"])
        return table
    }()

    @Test func `a table in a file has one line for each row`() {
        let lines = Self.table.text(within: nil).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines.map { DisplayWidth.columns(of: $0.prefix { $0 != "h" && $0 != "U" }.description) }.prefix(2) == [
                26, 26,
            ])
    }

    @Test(arguments: [120, 80, 60, 40, 30])
    func `no line is wider than the terminal, and nothing is lost`(columns: Int) {
        let text = Self.table.text(within: columns)
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= columns }, "\(text)")
        #expect(lines.filter { $0.hasPrefix("n-cu-0") }.count == 2, "identifiers are whole:\n\(text)")
        let signs = { (text: String) in text.filter { !$0.isWhitespace }.sorted() }
        #expect(signs(text) == signs(Self.table.text(within: nil)))
    }

    /// Python's own copy of EastAsianWidth.txt and of the categories. What only one of the two versions of Unicode has
    /// assigned is not compared.
    @Test(.needs(.python))
    func `every assigned character is as wide as Python's Unicode data says`() async throws {
        let script = """
            import unicodedata
            for c in range(0x110000):
                s = chr(c)
                k = unicodedata.category(s)
                if k in ("Cn", "Cs", "Co"): continue
                print(c, 0 if k in ("Mn", "Me", "Cf", "Cc") else 2 if unicodedata.east_asian_width(s) in "WF" else 1)
            """
        let lines = try await Witness.python.run(["-c", script]).output.split(separator: "\n")
        #expect(lines.count > 140_000)
        var wrong: [String] = []
        var changed = 0
        for line in lines {
            let numbers = line.split(separator: " ").compactMap { UInt32($0) }
            guard let scalar = Unicode.Scalar(numbers[0]) else { continue }
            // A sign whose category has changed from one version of Unicode to the other.
            let isNothing = [.nonspacingMark, .enclosingMark, .format, .control]
                .contains(scalar.properties.generalCategory)
            if isNothing != (numbers[1] == 0) {
                changed += 1
                continue
            }
            if DisplayWidth.columns(of: Character(scalar)) != numbers[1] { wrong.append(String(line)) }
        }
        #expect(wrong.prefix(20) == [])
        #expect(changed < 10)
    }
}
