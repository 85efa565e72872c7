internal import Archives
internal import XML

/// Which parts of the archive are the sheets, their texts and their formats (ISO/IEC 29500-2, relationships).
struct WorkbookParts {
    struct Sheet: Equatable {
        let name: String
        let isHidden: Bool
        /// The name of its part in the archive.
        let part: String
    }

    private(set) var sheets: [Sheet] = []
    /// Whether days are counted from 1904, as old spreadsheets for the Mac do.
    private(set) var isFrom1904 = false
    /// Whether the values that are saved with formulas are theirs; otherwise the next spreadsheet is to calculate them.
    private(set) var areFormulasCalculated = true
    private let textsPart: String?
    private let formatsPart: String?

    init(_ archive: ZipReader) throws {
        let root = try Self.relationships(archive, "_rels/.rels", folder: "")
        guard let path = root.first(where: { $0.type.hasSuffix("/officeDocument") })?.target,
            let index = try? PartReader.place(of: path, in: archive)
        else { throw WorkbookError("it is a ZIP archive and not an Excel workbook") }
        let (folder, file) = Self.split(path)
        let related = try Self.relationships(archive, "\(folder)_rels/\(file).rels", folder: folder)
        func part(_ type: String) -> String? { related.first { $0.type.hasSuffix(type) }?.target }
        textsPart = part("/sharedStrings")
        formatsPart = part("/styles")
        var sheets: [Sheet] = []
        var isFrom1904 = false
        var areFormulasCalculated = true
        try PartReader.read(archive, at: index, limit: WorkbookReader.largestPart) { event in
            guard case .start(let element, let attributes) = event else { return }
            if element == "workbookPr" { isFrom1904 = ["1", "true"].contains(attributes["date1904"]) }
            if element == "calcPr" { areFormulasCalculated = !["1", "true"].contains(attributes["fullCalcOnLoad"]) }
            guard element == "sheet", let id = attributes.first(where: { $0.key.hasSuffix(":id") })?.value,
                let relation = related.first(where: { $0.id == id }), relation.type.hasSuffix("/worksheet")
            else { return }
            sheets.append(
                Sheet(
                    name: attributes["name"] ?? "", isHidden: ["hidden", "veryHidden"].contains(attributes["state"]),
                    part: relation.target))
        }
        self.sheets = sheets
        self.isFrom1904 = isFrom1904
        self.areFormulasCalculated = areFormulasCalculated
    }

    /// The texts that cells name by their number.
    func texts(in archive: ZipReader) throws -> [String] {
        // A sheet that names none of them needs none.
        guard let textsPart, let index = try? PartReader.place(of: textsPart, in: archive) else { return [] }
        var texts = SharedTexts()
        try PartReader.read(archive, at: index, limit: WorkbookReader.largestPart) { event in texts.take(event) }
        return texts.texts
    }

    /// How numbers are shown, by the number of a cell's style.
    func formats(in archive: ZipReader) throws -> [NumberFormat] {
        guard let formatsPart else { return [] }
        // Without the formats a number would lose its zeros, and a date be a number.
        let index = try PartReader.place(of: formatsPart, in: archive)
        var styles = CellStyles()
        try PartReader.read(archive, at: index, limit: WorkbookReader.largestPart) { event in styles.take(event) }
        return styles.formats
    }

    private struct Relationship {
        let id: String
        let type: String
        let target: String
    }

    private static func relationships(
        _ archive: ZipReader, _ path: String, folder: String
    ) throws -> [Relationship] {
        guard let index = try? PartReader.place(of: path, in: archive) else { return [] }
        var found: [Relationship] = []
        try PartReader.read(archive, at: index, limit: WorkbookReader.largestPart) { event in
            guard case .start("Relationship", let attributes) = event, attributes["TargetMode"] != "External",
                let id = attributes["Id"], let type = attributes["Type"], let target = attributes["Target"]
            else { return }
            let path = target.hasPrefix("/") ? String(target.dropFirst()) : folder + target
            found.append(Relationship(id: id, type: type, target: path))
        }
        return found
    }

    /// `xl/workbook.xml` is in `xl/`.
    private static func split(_ path: String) -> (folder: String, file: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }
}
