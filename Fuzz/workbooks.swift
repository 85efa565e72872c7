import Archives
import Spreadsheets

/// Any bytes as a part of a workbook, or as the whole archive: refused, or read within bounds. What is read can be written,
/// and is the same when it is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let part = Int(first) % (names.count + 1)
    if part == names.count {
        _ = rows(Array(bytes.dropFirst()))
        return 0
    }
    let files = names.indices.map { (name: names[$0], contents: $0 == part ? Array(bytes.dropFirst()) : usual[$0]) }
    guard let workbook = try? ZipWriter.archive(files), let read = rows(workbook) else { return 0 }
    let texts = read.map { row in
        row.cells.map { cell in
            if case .text(let text) = cell { text } else { "" }
        }
    }
    let width = texts.map(\.count).max() ?? 0
    var writer = WorkbookWriter(
        columns: (0..<width).map { "c\($0)" }, numbers: [], sheet: "s")
    for row in texts { try? writer.append(row) }
    guard let written = try? writer.bytes(), let again = rows(written) else {
        preconditionFailure("what was written cannot be read")
    }
    let back = again.dropFirst().map { row in
        row.cells.map { cell in
            if case .text(let text) = cell { text } else { "?" }
        }
    }
    let expected = texts.map { row in Array(row.reversed().drop { $0.isEmpty }.reversed()) }.filter { !$0.isEmpty }
    // XML knows one kind of line end, and two characters not at all.
    precondition(back.map(normal) == expected.map(normal), "\(back) was \(expected)")
    return 0
}

private func normal(_ row: [String]) -> [[UnicodeScalar]] {
    row.map { text in text.unicodeScalars.filter { $0 != "\u{FFFD}" && $0 != "\u{FFFE}" && $0 != "\u{FFFF}" } }
}

private func rows(_ bytes: [UInt8]) -> [SheetRow]? {
    var rows: [SheetRow] = []
    guard (try? WorkbookReader.read(bytes) { rows.append($0) }) != nil else { return nil }
    return rows
}

private let names = [
    "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels", "_rels/.rels",
]

private let usual: [[UInt8]] = [
    "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" s=\"1\"><v>45000.5</v></c></row></sheetData></worksheet>",
    "<sst><si><t>tag</t></si></sst>",
    "<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"0000\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"170\"/></cellXfs></styleSheet>",
    "<workbook xmlns:r=\"r\"><sheets><sheet name=\"S\" r:id=\"a\"/></sheets></workbook>",
    "<Relationships><Relationship Id=\"a\" Type=\"x/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"b\" Type=\"x/sharedStrings\" Target=\"sharedStrings.xml\"/><Relationship Id=\"c\" Type=\"x/styles\" Target=\"styles.xml\"/></Relationships>",
    "<Relationships><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
].map { Array($0.utf8) }
