/// The tags that a sighting needs. Numbers: EXIF 2.32, tables 4, 7 and 15.
extension ExifTags {
    /// Degrees; nil without a position, and for one that cannot be.
    var place: (latitude: Double, longitude: Double)? {
        guard let latitude = degrees(.gps(2), from: .gps(1), negative: "S"),
            let longitude = degrees(.gps(4), from: .gps(3), negative: "W"), abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return (latitude, longitude)
    }

    /// GPSHPositioningError in metres; a camera that knows none may write 0.
    var accuracy: Double? {
        guard let error = rationals(.gps(0x1F))?.first, error > 0 else { return nil }
        return error
    }

    /// When it was taken: DateTimeOriginal with its offset, else the time of the position, which is in UTC.
    var time: String? {
        if let taken = text(.exif(0x9003)), let offset = text(.exif(0x9011)), let moment = Self.moment(taken) {
            return moment + offset
        }
        guard let day = text(.gps(0x1D)), let clock = rationals(.gps(7)), clock.count == 3 else { return nil }
        let parts = clock.map { number in
            let digits = String(Int(max(0, min(99, number))))
            return digits.count < 2 ? "0" + digits : digits
        }
        return Self.moment(day + " " + parts.joined(separator: ":")).map { $0 + "Z" }
    }

    /// Maker and model.
    var camera: String? {
        let words = [text(.picture(0x10F)), text(.picture(0x110))].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// `2026:11:19 17:10:38` in EXIF's writing as `2026-11-19T17:10:38`.
    private static func moment(_ text: String) -> String? {
        var characters = Array(text)
        guard characters.count == 19 else { return nil }
        characters[4] = "-"
        characters[7] = "-"
        characters[10] = "T"
        return String(characters)
    }

    private func degrees(_ value: Tag, from reference: Tag, negative: Character) -> Double? {
        guard let parts = rationals(value), parts.count == 3, let side = text(reference)?.first else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3_600
        return side == negative ? -degrees : degrees
    }
}
