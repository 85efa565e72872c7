internal import Faults
internal import XML

/// The waypoints of a GPX file (1.0 and 1.1) that have a URL. A waypoint's link is the URL that was read; so is a name or
/// a note that is one.
struct GPXWaypoints: SightingConverter {
    /// A box for the reader, which cannot be copied.
    private final class Document {
        var reader: XMLReader

        init() throws { reader = try XMLReader() }
    }

    /// Bytes of one element's text: a URL has at most 4 096.
    private static let textLimit = 65_536

    private let file: String
    private let document: Document
    private var waypoint: SightingRecord?
    private var note = ""
    private var text = ""
    private var isGPX = false
    private var source = ""

    init(file: String) throws {
        self.file = file
        document = try Document()
    }

    mutating func take(_ bytes: [UInt8], isLast: Bool, into rows: inout SightingRows) throws {
        let events: [XMLEvent]
        do throws(XMLError) {
            events = try document.reader.read(bytes, isLast: isLast)
        } catch {
            let code: SightingFileError.Code =
                error.code == .tooDeep || error.code == .tooLarge ? .tooLarge : .malformed
            throw SightingFileError(code, file: file, "line \(error.line): \(error.reason)")
        }
        for event in events { try take(event, into: &rows) }
    }

    private mutating func take(_ event: XMLEvent, into rows: inout SightingRows) throws {
        switch event {
        case .start(let name, let attributes): try start(Self.local(name), attributes)
        case .text(let more):
            guard waypoint != nil, text.utf8.count < Self.textLimit else { return }
            text += more
        case .end(let name): end(Self.local(name), into: &rows)
        }
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) throws {
        text = ""
        if !isGPX {
            guard name == "gpx" else {
                throw SightingFileError(
                    .unknownFormat, file: file, "it is XML, but its root element is \(name.prefix(40))")
            }
            isGPX = true
            // gpsd's own logger: its accuracies are gpsd's.
            source = attributes["creator"]?.lowercased().contains("gpsd") == true ? "gpsd" : ""
        }
        switch name {
        case "wpt":
            waypoint = SightingRecord(
                latitude: attributes["lat"] ?? "", longitude: attributes["lon"] ?? "", source: source)
            note = ""
        case "link" where waypoint?.url == "": waypoint?.url = attributes["href"] ?? ""
        default: break
        }
    }

    private mutating func end(_ name: String, into rows: inout SightingRows) {
        guard waypoint != nil else { return }
        let value = Self.trimmed(text)
        text = ""
        switch name {
        case "time": waypoint?.time = value
        case "url" where waypoint?.url == "": waypoint?.url = value
        case "name", "cmt", "desc":
            if note.isEmpty, value.contains("://"), !value.contains(where: \.isWhitespace) { note = value }
        case "src": if !value.isEmpty { waypoint?.source = value }
        case "uid": waypoint?.uid = value
        case "accuracy": waypoint?.accuracy = value
        case "confidence": waypoint?.confidence = value
        case "device": waypoint?.device = value
        case "wpt": finish(into: &rows)
        default: break
        }
    }

    private mutating func finish(into rows: inout SightingRows) {
        guard var record = waypoint.take() else { return }
        if record.url.isEmpty { record.url = note }
        if record.url.isEmpty { rows.leaveOut() } else { rows.append(record) }
    }

    /// The name without its prefix: extensions come under many.
    private static func local(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
