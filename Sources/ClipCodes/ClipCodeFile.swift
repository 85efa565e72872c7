import CExpat

/// What an SVG of Apple's generator says about itself. It tells the label on the file, not what its arcs carry:
/// scan samples before a run.
public struct ClipCodeFile: Sendable, Equatable {
    /// The URL on the root element (`data-payload`).
    public let payload: String
    /// The kind, when the file tells it (`data-logo-type`: Camera or Phone).
    public let kind: ClipCodeRequest.Kind?
    /// Every colour in it, RRGGBB in upper case.
    public let colours: Set<String>
    /// How large it is; nil when the file does not tell.
    public let shape: Shape?

    /// The drawing's extent and the code in it, in the drawing's own units.
    public struct Shape: Sendable, Equatable {
        /// The root's `viewBox`: with a badge the drawing is larger than the code.
        public let width: Double
        public let height: Double
        /// The code's circle.
        public let diameter: Double
    }

    /// Apple's files have about 10 KB.
    static let largestFile = 1 << 20

    /// Reads a file. Throws when it is no SVG with a payload. A document type is refused: it could define entities.
    /// C: `XML_ParserCreate`, `XML_Parse`.
    public init(svg: [UInt8], name: String) throws(ClipCodesError) {
        guard svg.count <= Self.largestFile else { throw .noCode(name, "it has more than \(Self.largestFile) bytes") }
        guard let parser = unsafe XML_ParserCreate("UTF-8") else {
            throw .noCode(name, "there is no memory to read it")
        }
        defer { unsafe XML_ParserFree(parser) }
        let reading = Reading()
        // The parser keeps the pointer no longer than this call; `reading` outlives it.
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        unsafe XML_SetElementHandler(parser, Reading.start, nil)
        unsafe XML_SetStartDoctypeDeclHandler(parser, Reading.doctype)
        let status = withExtendedLifetime(reading) {
            unsafe svg.withUnsafeBytes { bytes in
                unsafe XML_Parse(
                    parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
            }
        }
        guard !reading.hasDoctype else { throw .noCode(name, "it declares a document type") }
        guard status == XML_STATUS_OK else {
            let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
            throw .noCode(name, "it is no XML: \(reason ?? "unknown")")
        }
        if let alien = reading.alien {
            throw .noCode(name, "it has an element <\(alien)>: Apple's codes are made of shapes alone")
        }
        guard reading.root == "svg", let payload = reading.payload else {
            throw .noCode(name, "its root element is no svg with a data-payload")
        }
        self.payload = payload
        kind = reading.kind
        colours = reading.colours
        shape = reading.shape
    }
}

extension ClipCodeFile {
    /// The shape, for a sheet. Throws when the file does not tell how large the code in it is.
    public func printedShape(name: String) throws(ClipCodesError) -> Shape {
        guard let shape else {
            throw .noCode(name, "it has no viewBox with a circle in it: nobody can tell how large the code would be")
        }
        return shape
    }
}

/// What has been read so far. A class, because expat keeps a pointer to it.
private final class Reading {
    var root: String?
    var payload: String?
    var kind: ClipCodeRequest.Kind?
    var colours: Set<String> = []
    var hasDoctype = false
    /// An element that could bring in something else than shapes.
    var alien: String?
    private var extent: (width: Double, height: Double)?
    private var diameter: Double?

    var shape: ClipCodeFile.Shape? {
        guard let extent, let diameter, diameter <= extent.width, diameter <= extent.height else { return nil }
        return ClipCodeFile.Shape(width: extent.width, height: extent.height, diameter: diameter)
    }

    static let doctype: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue().hasDoctype = true
    }

    static let start: XML_StartElementHandler = { data, name, attributes in
        guard let data = unsafe data, let name = unsafe name, let attributes = unsafe attributes else { return }
        let reading = unsafe Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
        var values: [String: String] = [:]
        var index = 0
        while let key = unsafe attributes[index], let value = unsafe attributes[index + 1] {
            unsafe values[String(cString: key)] = unsafe String(cString: value)
            index += 2
        }
        unsafe reading.take(String(cString: name), values)
    }

    private func take(_ element: String, _ attributes: [String: String]) {
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
            code: .fileInvalid, message: "\(name) is no App Clip Code", reason: reason,
            next: "make it again with Apple's generator, and send the file as it came")
    }
}
