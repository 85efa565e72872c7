package import CSV
package import Registry

/// A file of places, read: what may become stores, and what cannot, with its line and reason.
package struct PlaceFile: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        /// A table: of Google Business Profile, of Apple Business, or of one's own, as CSV or a workbook.
        case table
        /// JSON of Apple Business' API.
        case apple
        /// OpenStreetMap: Overpass JSON, or OSM XML.
        case osm
        case geoJSON = "geojson"
    }

    package let format: Format
    package private(set) var candidates: [PlaceCandidate] = []
    /// Rows that could not be used, in the order of the file.
    package private(set) var problems: [FileProblem] = []
    package private(set) var warnings: [String] = []

    /// Reads a whole file; its content decides the format. `idName`: the column or member with the identifiers, instead of
    /// the format's own.
    ///
    /// Throws `PlaceFileError`, and `FileError` for a table that is none.
    package init(_ bytes: [UInt8], file: String, format wanted: Format? = nil, idName: String? = nil) throws {
        let found = Self.format(of: bytes)
        if let wanted, wanted != found {
            throw PlaceFileError(
                .unknownFormat, file: file, "it is \(found.rawValue) by its content, not \(wanted.rawValue)")
        }
        format = found
        var drafts: [PlaceDraft]
        switch found {
        case .table:
            let table = try PlaceTable(bytes, file: file, idName: idName)
            (drafts, problems, warnings) = (table.drafts, table.problems, table.warnings)
        case .apple:
            let places = try ApplePlaces(bytes, file: file, idName: idName)
            (drafts, problems) = (places.drafts, places.problems)
        case .geoJSON:
            let places = try GeoJSONPlaces(bytes, file: file, idName: idName)
            (drafts, problems) = (places.drafts, places.problems)
        case .osm:
            let isXML = Self.first(of: bytes) == UInt8(ascii: "<")
            let answer =
                isXML ? (try OSMElement.xml(bytes, file: file), [], nil) : try OSMElement.json(bytes, file: file)
            let places = OSMPlaces(answer.0, file: file, idName: idName)
            (drafts, problems) = (places.drafts, answer.1 + places.problems)
            if let remark = answer.2 { warnings.append("Overpass says of \(file): \(remark)") }
        }
        take(drafts, file: file)
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    private mutating func take(_ drafts: [PlaceDraft], file: String) {
        var origins: [StoreName: String] = [:]
        for draft in drafts {
            switch draft.candidate(in: file) {
            case .failure(let problem): problems.append(problem)
            case .success(let candidate):
                if let first = origins[candidate.id] {
                    problems.append(
                        FileProblem(
                            file: file, line: draft.line,
                            reason: "its identifier \(candidate.id) is already that of \(first)"))
                } else if let objection = StoreTable.objection(to: candidate) {
                    problems.append(FileProblem(file: file, line: draft.line, reason: objection))
                } else {
                    origins[candidate.id] = candidate.origin
                    candidates.append(candidate)
                }
            }
        }
    }

    private static func first(of bytes: [UInt8]) -> UInt8? {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    }

    /// By the first bytes; in JSON by the members that come early.
    private static func format(of bytes: [UInt8]) -> Format {
        switch first(of: bytes) {
        case UInt8(ascii: "<"): return .osm
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let head = String(decoding: bytes.prefix(65_536), as: UTF8.self)
            if head.contains("\"locationDetails\"") || head.contains("\"partnersLocationId\"") { return .apple }
            return head.contains("\"elements\"") ? .osm : .geoJSON
        default: return .table
        }
    }
}
