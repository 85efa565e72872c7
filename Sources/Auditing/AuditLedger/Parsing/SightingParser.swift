package import CSV
internal import Faults
internal import Geodesy
internal import Registry

/// Reads the columns of sightings, straight from the bytes of a row.
///
/// `time,url,uid,latitude,longitude,accuracy`, and perhaps `source`, `device`, `confidence`.
package struct SightingParser: FileParser {
    package static let schema = TableSchema(
        required: ["time", "url", "uid", "latitude", "longitude", "accuracy"],
        optional: ["source", "device", "confidence"],
        numbers: ["latitude", "longitude", "accuracy", "confidence"])

    /// The schema's columns by position.
    enum Column {
        static let time = 0
        static let url = 1
        static let uid = 2
        static let latitude = 3
        static let longitude = 4
        static let accuracy = 5
        static let source = 6
        static let device = 7
        static let confidence = 8
    }

    static let urlColumn = Column.url

    /// What a tag holds has fewer bytes: a QR code takes 2 953 (ISO/IEC 18004), the largest NTAG 872.
    static let contentLimit = 4_096

    /// Seconds since 1970 beyond which a row is in the future.
    let latest: UInt32
    var times = TimeReader()
    let secrets = ContentSecrets.process
    let phone = PositionError.deviationFactor(confidence: PositionError.phoneConfidence)
    let gpsd = PositionError.deviationFactor(confidence: PositionError.gpsdConfidence)

    package init(latest: UInt32) {
        self.latest = latest
    }

    package mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> SightingRow {
        let ranges = fields.ranges
        let time = try time(bytes, ranges[Column.time])
        let url = ranges[Column.url]
        try Self.checkContent(bytes, url, of: Self.schema, column: Column.url)
        var chip = PackedChip.none
        if !ranges[Column.uid].isEmpty {
            guard let read = PackedChip(bytes, ranges[Column.uid]) else {
                let text = RowFields.text(bytes, ranges[Column.uid].prefix(40))
                throw Self.complaint(
                    bytes, ranges, column: Column.uid,
                    because: SpreadsheetDamage.complaint(aboutUID: text) ?? "is not 4, 7, 8 or 10 bytes in hexadecimal")
            }
            chip = read
        }
        let latitude = try Self.number(bytes, ranges, column: Column.latitude)
        let longitude = try Self.number(bytes, ranges, column: Column.longitude)
        let place: Coordinate
        do {
            place = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw RowComplaint(abs(latitude) <= 90 ? Column.longitude : Column.latitude, error.reason)
        }
        let device = ranges[Column.device]
        return SightingRow(
            hash: ContentHash(bytes, url), chip: chip, url: url, time: time,
            device: PackedVisit.device(ContentHash(bytes, device), isNamed: !device.isEmpty), place: place,
            sigma: try sigma(bytes, ranges))
    }

    private mutating func time(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RowComplaint) -> UInt32 {
        guard let time = times.seconds(bytes, range) else {
            throw RowComplaint(
                Column.time, of: Self.schema, bytes, range, because: "is not an ISO 8601 time with an offset")
        }
        guard time <= latest else {
            throw RowComplaint(Column.time, of: Self.schema, bytes, range, because: "is in the future")
        }
        return time
    }

    /// Only what no tag can hold is a bad row: the content of a foreign sticker is evidence.
    static func checkContent(
        _ bytes: Span<UInt8>, _ url: Range<Int>, of schema: TableSchema, column: Int
    ) throws(RowComplaint) {
        guard !url.isEmpty else { throw RowComplaint(column, "url is empty") }
        guard url.count <= contentLimit else {
            throw RowComplaint(column, "url has \(url.count) bytes, no tag holds more than \(contentLimit)")
        }
        var position = url.lowerBound
        while position < url.upperBound, bytes[position] != 0x3A {
            let byte = bytes[position]
            guard (0x21...0x7E).contains(byte), byte != 0x2F else {
                throw RowComplaint(column, of: schema, bytes, url, because: "has no scheme such as https:")
            }
            position += 1
        }
        guard position > url.lowerBound, position < url.upperBound else {
            throw RowComplaint(column, of: schema, bytes, url, because: "has no scheme such as https:")
        }
    }

    private func sigma(_ bytes: Span<UInt8>, _ ranges: [Range<Int>]) throws(RowComplaint) -> Double {
        let accuracy = try Self.number(bytes, ranges, column: Column.accuracy)
        let source = ranges[Column.source]
        let isGPSD =
            source.count == 4 && bytes[source.lowerBound] == 0x67 && RowFields.text(bytes, source) == "gpsd"
        if ranges[Column.confidence].isEmpty, (0...PositionError.largest).contains(accuracy) {
            return accuracy * (isGPSD ? gpsd : phone)
        }
        let confidence =
            ranges[Column.confidence].isEmpty
            ? PositionError.phoneConfidence : try Self.number(bytes, ranges, column: Column.confidence)
        do {
            return try PositionError(accuracy: accuracy, confidence: confidence).sigma
        } catch {
            throw RowComplaint(Column.accuracy, error.reason)
        }
    }

    private static func number(
        _ bytes: Span<UInt8>, _ ranges: [Range<Int>], column: Int
    ) throws(RowComplaint) -> Double {
        guard let number = DecimalNumber.parse(bytes, ranges[column]) else {
            throw complaint(bytes, ranges, column: column, because: "is not a number")
        }
        return number
    }

    private static func complaint(
        _ bytes: Span<UInt8>, _ ranges: [Range<Int>], column: Int, because reason: String
    ) -> RowComplaint {
        RowComplaint(column, of: schema, bytes, ranges[column], because: reason)
    }
}
