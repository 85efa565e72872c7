internal import CSV

extension SightingParser {
    /// "https://"
    private static let https: UInt64 = 0x2F2F_3A73_7074_7468
    /// "gpsd"
    private static let gpsdName: UInt64 = 0x6473_7067

    mutating func quickRow(
        _ bytes: RawSpan, at start: Int, _ columns: QuickColumns
    ) -> (row: SightingRow, next: Int)? {
        let secrets = secrets
        var digest = ContentDigest()
        var url = 0..<0
        var chip = PackedChip.none
        var (north, east): (UInt64, UInt64) = (0, 0)
        var time: UInt32 = 0
        var device = noDevice
        var accuracy = 0.0
        var isGPSD = false
        var position = start
        for index in columns.columns.indices {
            if index > 0 {
                guard bytes.byte(position) == 0x2C else { return nil }
                position += 1
            }
            switch Int(columns.columns[index]) {
            case Column.time:
                guard let seconds = times.quickSeconds(bytes, position), seconds <= latest else { return nil }
                time = seconds
                position += 20
            case Column.url:
                guard bytes.word(position) == Self.https else { return nil }
                let field = bytes.digest(position, secrets)
                guard field.end - position <= Self.contentLimit else { return nil }
                digest = field.digest
                url = position..<field.end
                position = field.end
            case Column.uid:
                if bytes.byte(position) == 0x2C { continue }
                guard let read = bytes.sevenBytes(position) else { return nil }
                chip = PackedChip(sevenBytes: read)
                position += 14
            case Column.latitude:
                guard let (number, end) = bytes.decimal(position), number.digits < 1_000_000_000 else { return nil }
                let units = number.billionths
                guard units <= 90_000_000_000 else { return nil }
                north = number.isNegative ? 90_000_000_000 - units : 90_000_000_000 + units
                position = end
            case Column.longitude:
                guard let (number, end) = bytes.decimal(position), number.digits < 10_000_000_000 else { return nil }
                let units = number.billionths
                guard units <= 180_000_000_000 else { return nil }
                east = number.isNegative ? 180_000_000_000 - units : 180_000_000_000 + units
                position = end
            case Column.accuracy:
                guard let (number, end) = bytes.decimal(position), !number.isNegative else { return nil }
                accuracy = number.value
                position = end
            case Column.source:
                let end = bytes.end(position)
                isGPSD = end - position == 4 && bytes.word(position) & 0xFFFF_FFFF == Self.gpsdName
                position = end
            case Column.device:
                let field = bytes.digest(position, secrets)
                device = UInt32(truncatingIfNeeded: field.digest.first)
                position = field.end
            case Column.confidence:
                let byte = bytes.byte(position)
                guard byte == 0x2C || byte == 0x0A else { return nil }
            default:
                position = bytes.end(position)
            }
        }
        // What is too long is told by the slow way.
        guard bytes.byte(position) == 0x0A, position - start <= Limits().field else { return nil }
        let row = SightingRow(
            digest: digest, chip: chip, url: url,
            visit: PackedVisit(
                entry: 0, time: time, device: device, north: north, east: east,
                sigma: Float(accuracy * (isGPSD ? Self.gpsd : Self.phone))))
        return (row, position + 1)
    }
}
