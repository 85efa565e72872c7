internal import XML

/// What an SVG of Apple's generator says about itself. It tells the label on the file, not what its arcs carry:
/// scan samples before a run.
public struct ClipCodeFile: Sendable, Equatable {
    /// The URL on the root element (`data-payload`).
    public let payload: String
    /// The kind, when the file tells it (`data-logo-type`: Camera or Phone).
    public let kind: ClipCodeRequest.Kind?
    /// Every colour in it, RRGGBB in upper case.
    public let colours: Set<String>

    /// Apple's files have about 10 KB.
    static let largestFile = 1 << 20

    /// Reads a file. Throws when it is no SVG with a payload.
    public init(svg: [UInt8], name: String) throws(ClipCodesError) {
        guard svg.count <= Self.largestFile else { throw .noCode(name, "it has more than \(Self.largestFile) bytes") }
        let events: [XMLEvent]
        do {
            var reader = try XMLReader()
            events = try reader.read(svg, isLast: true)
        } catch {
            throw .noCode(name, error.reason)
        }
        var root: String?
        var payload: String?
        var kind: ClipCodeRequest.Kind?
        var colours: Set<String> = []
        for case .start(let element, let attributes) in events {
            if root == nil {
                root = element
                payload = attributes["data-payload"]
            }
            switch attributes["data-logo-type"]?.lowercased() {
            case "camera": kind = .camera
            case "phone", "nfc": kind = .nfc
            default: break
            }
            for text in [attributes["fill"], attributes["stroke"], attributes["style"]].compactMap({ $0 }) {
                for match in text.matches(of: #/#([0-9A-Fa-f]{6})\b/#) { colours.insert(match.1.uppercased()) }
            }
        }
        guard root == "svg", let payload else { throw .noCode(name, "its root element is no svg with a data-payload") }
        self.payload = payload
        self.kind = kind
        self.colours = colours
    }
}

extension ClipCodesError {
    fileprivate static func noCode(_ name: String, _ reason: String) -> ClipCodesError {
        ClipCodesError(
            code: .fileInvalid, message: "\(name) is no App Clip Code", reason: reason,
            next: "make it again with Apple's generator, and send the file as it came")
    }
}
