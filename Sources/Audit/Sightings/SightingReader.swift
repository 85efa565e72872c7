public import CSV
internal import Geodesy
internal import Registry

/// Reads a file of sightings chunk by chunk. Bad rows are counted and named; the good ones count.
///
/// `time,url,uid,latitude,longitude,accuracy`, and perhaps `source`, `device`, `confidence`.
public struct SightingReader: Sendable {
    public static let schema = Schema(
        required: ["time", "url", "uid", "latitude", "longitude", "accuracy"],
        optional: ["source", "device", "confidence"])

    /// The schema's columns by position.
    private enum Column: Int {
        case time
        case url
        case uid
        case latitude
        case longitude
        case accuracy
        case source
        case device
        case confidence
    }

    private var table: TableReader
    public private(set) var badRows = BadRows()
    /// How many rows were good.
    public private(set) var count = 0

    /// `file` is the name used in problems.
    public init(file: String) {
        table = TableReader(file: file, schema: Self.schema)
    }

    /// Unknown columns, which are ignored.
    public var warnings: [FileProblem] { table.warnings }

    /// Reads the next chunk, of any size. Throws `FileError` when the header row is wrong.
    public mutating func feed(_ chunk: [UInt8], _ receive: (Sighting) throws -> Void) throws {
        var table = table
        defer { self.table = table }
        // Without this the reader's buffers would be shared, and copied by the first change.
        self.table = TableReader(file: table.file, schema: Self.schema)
        try table.feed(chunk) { event in try take(event, receive) }
    }

    /// Ends the file. Throws `FileError` when there was no header row.
    public mutating func finish(_ receive: (Sighting) throws -> Void) throws {
        var table = table
        try table.finish { event in try take(event, receive) }
    }

    private mutating func take(_ event: TableReader.Event, _ receive: (Sighting) throws -> Void) throws {
        switch event {
        case .problem(let problem): badRows.add(problem)
        case .row(let row):
            let sighting: Sighting
            do {
                sighting = try Self.sighting(row)
            } catch {
                let column = Self.schema.names[error.column.rawValue]
                return badRows.add(
                    FileProblem(file: table.file, line: row.line, column: column, reason: error.reason))
            }
            count += 1
            try receive(sighting)
        }
    }

    private struct Complaint: Error {
        let column: Column
        let reason: String
    }

    private static func sighting(_ row: Row) throws(Complaint) -> Sighting {
        guard let time = row.text(Column.time.rawValue).flatMap({ Timestamp(iso8601: $0) }) else {
            throw complaint(row, .time, "is no ISO 8601 time with an offset")
        }
        let url = try content(row)
        let place: Coordinate
        do {
            place = try Coordinate(latitude: number(row, .latitude), longitude: number(row, .longitude))
        } catch let error as Complaint {
            throw error
        } catch let error as GeodesyError {
            throw Complaint(column: .latitude, reason: error.reason)
        } catch {
            throw Complaint(column: .latitude, reason: "\(error)")
        }
        return Sighting(
            time: time, url: url, uid: try uid(row), place: place, error: try positionError(row),
            device: row.text(Column.device.rawValue))
    }

    /// Only what no tag can hold is a bad row: the content of a foreign sticker is evidence.
    private static func content(_ row: Row) throws(Complaint) -> String {
        guard let text = row.text(Column.url.rawValue) else {
            throw Complaint(column: .url, reason: "url is empty")
        }
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let named = scheme.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
        guard !scheme.isEmpty, named, scheme.count < text.utf8.count else {
            throw complaint(row, .url, "has no scheme such as https:")
        }
        return text
    }

    private static func uid(_ row: Row) throws(Complaint) -> ChipUID? {
        guard let text = row.text(Column.uid.rawValue) else { return nil }
        guard let uid = ChipUID(text) else {
            throw complaint(row, .uid, "is not 4, 7 or 10 bytes in hexadecimal")
        }
        return uid
    }

    private static func positionError(_ row: Row) throws(Complaint) -> PositionError {
        let accuracy = try number(row, .accuracy)
        let isGPSD = row.bytes(Column.source.rawValue).elementsEqual("gpsd".utf8)
        let confidence =
            row.bytes(Column.confidence.rawValue).isEmpty
            ? (isGPSD ? PositionError.gpsdConfidence : PositionError.phoneConfidence)
            : try number(row, .confidence)
        do {
            return try PositionError(accuracy: accuracy, confidence: confidence)
        } catch {
            throw Complaint(column: .accuracy, reason: error.reason)
        }
    }

    private static func number(_ row: Row, _ column: Column) throws(Complaint) -> Double {
        guard let number = DecimalNumber.parse(row.bytes(column.rawValue)) else {
            throw complaint(row, column, "is not a number")
        }
        return number
    }

    private static func complaint(_ row: Row, _ column: Column, _ reason: String) -> Complaint {
        let name = schema.names[column.rawValue]
        guard let text = row.text(column.rawValue) else {
            return Complaint(column: column, reason: "\(name) is empty")
        }
        return Complaint(column: column, reason: "\(name) \"\(text.prefix(120))\" \(reason)")
    }
}
