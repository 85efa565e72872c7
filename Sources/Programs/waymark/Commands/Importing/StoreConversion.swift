import ArgumentParsing
import CSV
import Faults
import Foundation
import Geodesy
import PlaceFiles
import Registry
import SightingFiles
import UnixSystem

/// `waymark store convert`: stores from what other systems know of places.
enum StoreConversion {
    private static let file = Argument.required(
        "FILE", .file, help: "an export of Google or Apple, OpenStreetMap data, GeoJSON, or a table")
    private static let output = Option.required(
        "output", .file, help: "the stores.csv that is made, or extended where it is there")
    private static let format = Option.optional(
        "format", .choice(of: PlaceFile.Format.self), help: "refuse the file when it is another one (default: as it is)"
    )
    private static let idName = Option.optional(
        "id", .text, valueName: "NAME", help: "the column or member with the stores' identifiers")
    private static let walks = Option.repeated("walk", .file, help: "sightings around the stores, for their radii")
    private static let margin = Option.defaulting(
        to: 50, "margin", .integer(in: 10...500), valueName: "METRES", help: "added to a footprint, for phones inside")
    private static let radius = Option.defaulting(
        to: 100, "radius", .integer(in: 10...500), valueName: "METRES",
        help: "where neither footprint nor walk is known")
    private static let update = Option.flag(
        "update", help: "take names, addresses and positions of stores that are there, too; radii stay")
    private static let taken = Option.repeated(
        "take", .identifier("STORE") as Conversion<StoreName>, valueName: "STORE",
        help: "take this place although it is asked about")

    static let command = Command(
        "convert", abstract: "Makes or extends a stores.csv from places of other systems.",
        discussion: """
            The content of the file decides its format: a table of Google Business Profile or Apple Business (CSV or \
            workbook), JSON of Apple Business' API, OpenStreetMap (Overpass JSON or OSM XML), GeoJSON, or a table of your own. \
            New places are added with a radius that is proposed from their footprint or from walks, with its reason. Stores \
            that are there stay as they are; --update takes what is otherwise in the file, all but their radii. Places that share an \
            address, or look like a store that is there, are asked about: --take STORE takes them. Every row that cannot be \
            used is named. When something was not taken, the exit status is 3.
            """,
        examples: [
            Example(
                "See what an export would add",
                "waymark store convert locations.csv --output tags/fruta/stores.csv --dry-run"),
            Example(
                "Take buildings from OpenStreetMap, with a walk for the radii",
                "waymark store convert overpass.json --output stores.csv --walk walk.csv"),
        ],
        parameters: [file, output, format, idName, walks, margin, radius, update, taken, ImportOptions.dryRun],
        furtherExitStatuses: [.partlyDone], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let places = try PlaceFile(
            try ImportFile.read(values[file]), file: values[file], format: values[format], idName: values[idName])
        let path = values[output]
        let old = FileManager.default.fileExists(atPath: path) ? try ImportFile.read(path) : []
        var table = try StoreTable(old, file: path)
        let stores = old.isEmpty ? [] : try StoreFile.read(old, file: path).rows
        let settings = RegionProposal.Settings(margin: Double(values[margin]), usual: Double(values[radius]))
        let merge = PlaceMerge(
            places.candidates, beside: stores, fixes: try fixes(values[walks]),
            answers: .init(taken: Set(values[taken]), settings: settings))
        let wanted = merge.added.map(\.store) + (values[update] ? merge.changed.map(\.wanted) : [])
        for store in wanted { table.set(store) }
        let report = StoreConversionReport(
            places, merge, stores: stores, output: path, isUpdate: values[update],
            isDryRun: values[ImportOptions.dryRun])
        if !wanted.isEmpty {
            let bytes = try table.bytes()
            if !values[ImportOptions.dryRun] { try File.writeAtomically(bytes, to: path) }
        }
        try report.show(asJSON: values.wantsJSON)
        return report.isWhole ? .done : .partlyDone
    }

    /// Positions of walks; a row without one says nothing here.
    private static func fixes(_ paths: [String]) throws -> [RegionProposal.Fix] {
        let schema = TableSchema(
            required: ["latitude", "longitude", "accuracy"],
            optional: ["time", "url", "uid", "source", "device", "confidence"],
            numbers: ["latitude", "longitude", "accuracy"])
        return try paths.flatMap { path -> [RegionProposal.Fix] in
            let bytes = try SightingFile(path, notes: SightingNotes()).whole(limit: ImportFile.limit)
            var fixes: [RegionProposal.Fix] = []
            _ = try TableReader.read(bytes, file: path, schema: schema) { event in
                guard case .row(let row) = event, let north = DecimalNumber.parse(row.bytes("latitude")),
                    let east = DecimalNumber.parse(row.bytes("longitude")),
                    let accuracy = DecimalNumber.parse(row.bytes("accuracy")),
                    (0...PositionError.largest).contains(accuracy),
                    let position = try? Coordinate(latitude: north, longitude: east)
                else { return }
                fixes.append(RegionProposal.Fix(position: position, accuracy: accuracy))
            }
            return fixes
        }
    }
}
