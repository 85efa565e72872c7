/// One sighting of any format, as the texts of a row. What is wrong with them is for the audit to say.
struct SightingRecord: Sendable, Equatable {
    static let columns = [
        "time", "url", "uid", "latitude", "longitude", "accuracy", "source", "device", "confidence",
    ]

    static let numbers: Set<String> = ["latitude", "longitude", "accuracy", "confidence"]

    var time = ""
    var url = ""
    var uid = ""
    var latitude = ""
    var longitude = ""
    var accuracy = ""
    var source = ""
    var device = ""
    var confidence = ""

    var fields: [String] {
        [time, url, uid, latitude, longitude, accuracy, source, device, confidence].map(Self.inOneLine)
    }

    /// A row is a line: problems name their lines.
    private static func inOneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        return String(text.map { $0.isNewline ? " " : $0 })
    }
}
