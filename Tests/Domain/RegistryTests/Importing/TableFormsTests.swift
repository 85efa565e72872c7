import AppClips
import CSV
import Foundation
import Geodesy
import Registry
import Testing

/// The same batch in each form in which spreadsheets save it. LibreOffice made the files: `make tables`.
struct TableFormsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tables")

    private func read(_ file: String) throws -> ImportedBatch {
        let name = try #require(BatchName("fruta"))
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: file)))
        return try BatchFile.read(
            bytes, file: file, name: name, template: try URLTemplate("https://fruta.example/store/{store}{?tag}"),
            stores: nil)
    }

    private static let commas = "the file has decimal commas, and they are read so"
    private static let respelled = [
        "Tag": "tag", "Store": "store", "Placement": "placement", "Medium": "medium", "Url": "url",
        "Deployed Latitude": "deployed-latitude", "Deployed Longitude": "deployed-longitude",
        "Deployed Accuracy": "deployed-accuracy", "Deployed Time": "deployed-time",
    ]

    @Test(arguments: [
        "comma.csv": [], "comma-bom-crlf.csv": [],
        "comma-cr.csv": ["the file has carriage returns at the ends of lines and is read so"],
        "tab.csv": ["the file has tabs between the fields and is read so"],
        "tab-utf16.csv": ["the file has UTF-16 text, tabs between the fields and is read so"],
        "semicolon-decimal-commas.csv": ["the file has semicolons between the fields and is read so", commas],
        "semicolon-utf16.csv": ["the file has UTF-16 text, semicolons between the fields and is read so", commas],
        "workbook.xlsx": [],
    ])
    func `each form gives the same batch, and what is unusual is said`(_ file: String, _ notes: [String]) throws {
        let plain = try read("comma.csv")
        let batch = try read(file)
        #expect(batch.batch == plain.batch)
        let said = batch.warnings.map(\.reason)
        #expect(said.filter { !$0.hasPrefix("column") } == notes)
        // One warning for all nine columns.
        let columns = said.filter { $0.hasPrefix("column") }
        #expect(columns.count == (file.hasPrefix("semicolon") || file.hasSuffix("xlsx") ? 1 : 0))
        for column in columns {
            let names = column.dropFirst("columns: ".count).split(separator: ", ").map(String.init)
            #expect(Set(names) == Set(Self.respelled.map { "\"\($0.key)\" is read as \($0.value)" }))
        }
    }

    @Test func `identifiers keep their zeros, letters and scripts`() throws {
        let tags = try read("workbook.xlsx").batch.tags
        #expect(tags.map(\.id.text) == ["0104", "00E5", "n-서울-1", "d-\u{1F34E}"])
        #expect(tags.map(\.placement) == ["counter, \"left\"", "Tür; Fenster", "계산대 1", "=1+1"])
        #expect(tags[0].deployed?.position.latitude == 37.3230625 && tags[1].deployed?.accuracy == 24)
        #expect(tags[0].deployed?.time == Timestamp(iso8601: "2026-11-19T17:10:38Z"))
    }

    @Test func `a batch that is exported, as CSV or as a workbook, is the same batch when it is read`() throws {
        let batch = try read("workbook.xlsx").batch
        let file = BatchFile.bytes(batch.tags)
        for path in ["fruta.csv", "fruta.xlsx"] {
            let bytes = try SavedTable.bytes(file, for: path, numbers: BatchFile.schema.numbers, sheet: "fruta")
            #expect((bytes == file) == path.hasSuffix(".csv"))
            let again = try BatchFile.read(bytes, file: path, name: batch.name, template: nil, stores: nil)
            #expect(again.batch.tags == batch.tags)
            #expect(again.warnings.map(\.reason) == ["columns \"state\", \"uid\" are unknown and ignored"])
        }
    }

    @Test func `an identifier that a spreadsheet shortened is named with the way out`() throws {
        let rows = """
            tag;store;placement;medium;url
            4,1E+12;0104;door;nfc;
            7;104;door;nfc;https://fruta.example/store/104?tag=007
            """
        let name = try #require(BatchName("b"))
        let error = try #require(throws: FileError.self) {
            try BatchFile.read(
                Array(rows.utf8), file: "b.csv", name: name,
                template: try URLTemplate("https://fruta.example/store/{store}{?tag}"),
                stores: Set(["0104"].compactMap { StoreID($0) }))
        }
        let remedy = "format the column as text, and enter it again"
        #expect(
            error.problems.map(\.description) == [
                "b.csv:2: tag \"4,1E+12\" is a number that a spreadsheet shortened: digits are lost; \(remedy)",
                "b.csv:3: store \"104\" is not known; a spreadsheet took away the zeros of \"0104\": \(remedy)",
                "b.csv:3: the URL names tag \"007\", the row says \"7\"; "
                    + "a spreadsheet took away the zeros of \"007\": \(remedy)",
            ])
    }
}
