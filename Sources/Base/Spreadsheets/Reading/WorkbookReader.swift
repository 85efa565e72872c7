internal import Archives
internal import XML

/// Reads the rows of an Excel workbook (Office Open XML, ISO/IEC 29500-1): the first sheet that is not hidden.
///
/// Formulas are read as the values that the spreadsheet saved with them; nothing is calculated. Document types, and
/// with them external entities, are refused by `XMLReader`; nothing outside the archive is ever opened.
public enum WorkbookReader {
    /// What was read, so that the user can be informed.
    public struct Summary: Sendable, Equatable {
        /// The name of the sheet.
        public let sheet: String
        /// The names of other sheets that are not hidden; they are ignored.
        public let others: [String]
    }

    /// The largest workbook that is read, in bytes.
    public static let largest = 64 << 20
    /// The largest sheet, in bytes of XML.
    static let largestSheet = 512 << 20
    /// All texts of a sheet together, in bytes: a text that is stored once may be in a million cells.
    static let largestText = 256 << 20
    /// The other parts, in bytes of XML.
    static let largestPart = 64 << 20

    /// How each workbook begins: a ZIP archive's first entry.
    public static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    /// Hands over each row with a value, from the top. Throws `WorkbookError`, and whatever `receive` throws.
    public static func read(_ bytes: [UInt8], _ receive: (SheetRow) throws -> Void) throws -> Summary {
        guard bytes.count <= largest else { throw WorkbookError("it has more than \(largest >> 20) MB") }
        let archive: ZipReader
        do {
            archive = try ZipReader(bytes)
        } catch {
            throw WorkbookError(error.reason)
        }
        let book = try WorkbookParts(archive)
        guard let sheet = book.sheets.first(where: { !$0.isHidden }) else {
            throw WorkbookError("it has no sheet that is not hidden")
        }
        let part = try PartReader.place(of: sheet.part, in: archive)
        var parser = SheetParser(
            texts: try book.texts(in: archive), formats: try book.formats(in: archive), isFrom1904: book.isFrom1904,
            areFormulasCalculated: book.areFormulasCalculated, merged: try SheetMerges.read(archive, at: part))
        try PartReader.read(archive, at: part, limit: largestSheet) { event in try parser.take(event, receive) }
        let others = book.sheets.filter { !$0.isHidden && $0.part != sheet.part }.map(\.name)
        return Summary(sheet: sheet.name, others: others)
    }
}

/// Reads one XML part of a workbook.
enum PartReader {
    /// Where a part is that another part names. Upper and lower case are the same in names of parts (ISO/IEC 29500-2).
    static func place(of name: String, in archive: ZipReader) throws -> Int {
        guard let index = archive.index(of: name) ?? archive.index(of: name, ignoringCase: true) else {
            throw WorkbookError("its part \(name.prefix(100)) is missing")
        }
        return index
    }

    static func read(
        _ archive: ZipReader, at index: Int, limit: Int, _ receive: (XMLEvent) throws -> Void
    ) throws {
        var reader: XMLReader
        do {
            reader = try XMLReader(limits: XMLReader.Limits(depth: 32))
        } catch {
            throw WorkbookError(error.reason)
        }
        let name = archive.name(of: index) ?? "a part"
        func parse(_ bytes: [UInt8], isLast: Bool) throws {
            let events: [XMLEvent]
            do {
                events = try reader.read(bytes, isLast: isLast)
            } catch {
                throw WorkbookError("\(name) in it: \(error)")
            }
            for event in events { try receive(event.withoutPrefix) }
        }
        try unpack(archive, at: index, limit: limit) { piece in try parse(Array(piece), isLast: false) }
        try parse([], isLast: true)
    }

    /// Hands over the bytes of a part a piece at a time.
    static func unpack(
        _ archive: ZipReader, at index: Int, limit: Int, _ receive: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        let name = archive.name(of: index) ?? "a part"
        var total = 0
        try archive.read(index) { (piece) throws in
            total += piece.count
            guard total <= limit else { throw WorkbookError.tooLarge(name, bytes: limit) }
            try receive(piece)
        } failing: {
            WorkbookError($0.reason)
        }
    }
}

extension XMLEvent {
    /// The same with the local part of the element's name: some programs write `x:row`.
    fileprivate var withoutPrefix: XMLEvent {
        func local(_ name: String) -> String {
            name.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
        }
        return switch self {
        case .start(let name, let attributes): .start(name: local(name), attributes: attributes)
        case .end(let name): .end(name: local(name))
        case .text: self
        }
    }
}
