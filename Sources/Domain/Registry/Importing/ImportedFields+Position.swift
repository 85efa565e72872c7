internal import CSV
internal import Faults
internal import Geodesy

extension ImportedFields {
    /// A position in two columns that are both filled in, or neither.
    mutating func position(_ latitude: String, _ longitude: String) -> Coordinate? {
        let (hasLatitude, hasLongitude) = (row.has(latitude), row.has(longitude))
        if !hasLatitude, !hasLongitude { return nil }
        if !hasLatitude || !hasLongitude {
            let column = hasLatitude ? longitude : latitude
            complain(column, "\(column) is empty: a position needs latitude and longitude")
            return nil
        }
        guard let north = number(latitude), let east = number(longitude) else { return nil }
        do {
            return try Coordinate(latitude: north, longitude: east)
        } catch {
            complain(
                abs(north) <= 90 ? longitude : latitude,
                error.reason + CoordinateMistake.exchangeHint(latitude: north, longitude: east))
            return nil
        }
    }

    /// Where a tag was put up: a position with its accuracy, and perhaps the time.
    mutating func deployed() -> Deployed? {
        let position = position("deployed-latitude", "deployed-longitude")
        let accuracy = number("deployed-accuracy")
        let text = row["deployed-time"]
        let time = text.flatMap { Timestamp(iso8601: $0) }
        if let text, time == nil {
            complain("deployed-time", "deployed-time \"\(text)\" is not an ISO 8601 time with an offset")
        }
        if let accuracy, !(0...PositionError.largest).contains(accuracy) {
            let range = "between 0 and \(Int(PositionError.largest))"
            complain("deployed-accuracy", "deployed-accuracy \(row["deployed-accuracy"] ?? "") is not \(range)")
        }
        guard let position else {
            if accuracy != nil || text != nil {
                complain("deployed-latitude", "deployed-latitude is empty: accuracy and time alone say nothing")
            }
            return nil
        }
        guard let accuracy else {
            complain("deployed-accuracy", "deployed-accuracy is empty: a position without it proves nothing")
            return nil
        }
        return Deployed(position: position, accuracy: accuracy, time: time)
    }
}
