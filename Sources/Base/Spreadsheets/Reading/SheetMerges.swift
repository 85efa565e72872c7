internal import Archives
internal import XML

/// The merged cells of a sheet. They follow its rows, and must be known before: a row that was handed over counts.
enum SheetMerges {
    /// How many are read: as much memory as the texts of a sheet may take.
    private static let limit = WorkbookReader.largestText / MemoryLayout<MergedCells>.size

    /// In the order of the sheet.
    static func read(_ archive: ZipReader, at part: Int) throws -> [MergedCells] {
        // Most sheets have none, and are parsed once.
        guard try contains(Array("mergeCell".utf8), archive, at: part) else { return [] }
        var merged: [MergedCells] = []
        try PartReader.read(archive, at: part, limit: WorkbookReader.largestSheet) { event in
            guard case .start("mergeCell", let attributes) = event, let cells = MergedCells(attributes["ref"] ?? "")
            else { return }
            guard merged.count < limit else { throw WorkbookError("it has more than \(limit) merged cells") }
            merged.append(cells)
        }
        return merged
    }

    /// Whether a part has this word. The word's first letter occurs in it once: the search never has to look back.
    private static func contains(_ word: [UInt8], _ archive: ZipReader, at part: Int) throws -> Bool {
        var matched = 0
        try PartReader.unpack(archive, at: part, limit: WorkbookReader.largestSheet) { piece in
            // In UTF-16 a zero is beside each letter; in UTF-8 there is none.
            for byte in piece where byte != 0 && matched < word.count {
                matched = byte == word[matched] ? matched + 1 : byte == word[0] ? 1 : 0
            }
        }
        return matched == word.count
    }
}
