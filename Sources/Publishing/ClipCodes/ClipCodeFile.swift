internal import Faults
internal import XML

/// What an SVG of Apple's generator states about itself: its metadata, not what its arcs encode. Scan samples
/// before a run.
package struct ClipCodeFile: Sendable, Equatable {
    /// The URL on the root element (`data-payload`).
    package let payload: String
    /// The kind, when the file states it (`data-logo-type`: Camera or Phone).
    package let kind: ClipCodeRequest.Kind?
    /// Every colour in it, RRGGBB in upper case.
    package let colours: Set<String>
    /// How large it is; nil when the file does not state it.
    package let shape: Shape?

    /// The drawing's extent and the code in it, in the drawing's own units.
    package struct Shape: Sendable, Equatable {
        /// The root's `viewBox`: with a badge the drawing is larger than the code.
        package let width: Double
        package let height: Double
        /// The code's circle.
        package let diameter: Double
    }

    /// Apple's files have about 10 KB.
    static let largestFile = 1 << 20

    /// Reads a file. Throws when it is not an SVG with a payload.
    package init(svg: [UInt8], name: String) throws(ClipCodesError) {
        guard svg.count <= Self.largestFile else { throw .noCode(name, "it has more than \(Self.largestFile) bytes") }
        let events: [XMLEvent]
        do {
            var reader = try XMLReader()
            events = try reader.read(svg, isLast: true)
        } catch {
            throw .noCode(name, error.reason)
        }
        var content = Content()
        for case .start(let element, let attributes) in events { content.take(element, attributes) }
        if let alien = content.alien {
            throw .noCode(name, "it has an element <\(alien)>: Apple's codes are made of shapes alone")
        }
        guard content.root == "svg", let payload = content.payload else {
            throw .noCode(name, "its root element is not an svg with a data-payload")
        }
        self.payload = payload
        kind = content.kind
        colours = content.colours
        shape = content.shape
    }

    /// The shape, for a sheet. Throws when the file does not state how large the code in it is.
    package func printedShape(name: String) throws(ClipCodesError) -> Shape {
        guard let shape else {
            throw .noCode(name, "it has no viewBox with a circle in it: the size of the code is not known")
        }
        return shape
    }
}

/// What has been read so far.
private struct Content {
    var root: String?
    var payload: String?
    var kind: ClipCodeRequest.Kind?
    var colours: Set<String> = []
    /// An element that could bring in something else than shapes.
    var alien: String?
    private var extent: (width: Double, height: Double)?
    private var diameter: Double?

    var shape: ClipCodeFile.Shape? {
        guard let extent, let diameter, diameter <= extent.width, diameter <= extent.height else { return nil }
        return ClipCodeFile.Shape(width: extent.width, height: extent.height, diameter: diameter)
    }

    mutating func take(_ element: String, _ attributes: [String: String]) {
        if root == nil {
            root = element
            payload = attributes["data-payload"]
            let box = (attributes["viewBox"] ?? "").split { $0 == " " || $0 == "," }.compactMap { Double($0) }
            if box.count == 4, (1...1e6).contains(box[2]), (1...1e6).contains(box[3]) { extent = (box[2], box[3]) }
        }
        // The first circle is the code's ground.
        if element == "circle", diameter == nil, let radius = attributes["r"].flatMap({ Double($0) }), radius > 0 {
            diameter = 2 * radius
        }
        if ["image", "script", "foreignObject", "use"].contains(element) { alien = element }
        switch attributes["data-logo-type"]?.lowercased() {
        case "camera": kind = .camera
        case "phone", "nfc": kind = .nfc
        default: break
        }
        for text in [attributes["fill"], attributes["stroke"], attributes["style"]].compactMap({ $0 }) {
            for match in text.matches(of: #/#([0-9A-Fa-f]{6})\b/#) { colours.insert(match.1.uppercased()) }
        }
    }
}

extension ClipCodesError {
    fileprivate static func noCode(_ name: String, _ reason: String) -> ClipCodesError {
        ClipCodesError(
            code: .fileInvalid, message: "\(name) is not an App Clip Code", reason: reason,
            next: "make it again with Apple's generator, and send the file as it came")
    }
}
