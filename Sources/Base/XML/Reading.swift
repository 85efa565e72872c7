import CExpat

/// What has been read and not yet been asked for. A class, because expat keeps a pointer to it.
@safe final class Reading {
    private let parser: OpaquePointer
    private let depthLimit: Int
    private var depth = 0
    private var events: [XMLEvent] = []
    private(set) var refusal: (code: XMLError.Code, reason: String)?

    init(_ parser: OpaquePointer, depthLimit: Int) {
        unsafe self.parser = parser
        self.depthLimit = depthLimit
    }

    func take() -> [XMLEvent] {
        defer { events = [] }
        return events
    }

    /// Ends the reading. C: `XML_StopParser`.
    private func refuse(_ code: XMLError.Code, _ reason: String) {
        guard refusal == nil else { return }
        refusal = (code, reason)
        unsafe XML_StopParser(parser, 0)
    }

    private func begin(_ name: String, _ attributes: [String: String]) {
        depth += 1
        guard depth <= depthLimit else {
            return refuse(.tooDeep, "more than \(depthLimit) of its elements stand within each other")
        }
        events.append(.start(name: name, attributes: attributes))
    }

    private func finish(_ name: String) {
        depth -= 1
        events.append(.end(name: name))
    }

    private static func reading(_ data: UnsafeMutableRawPointer) -> Reading {
        unsafe Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
    }

    static let doctype: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
        guard let data = unsafe data else { return }
        unsafe reading(data).refuse(.documentType, "it declares a document type")
    }

    static let start: XML_StartElementHandler = { data, name, attributes in
        guard let data = unsafe data, let name = unsafe name, let attributes = unsafe attributes else { return }
        var values: [String: String] = [:]
        var index = 0
        while let key = unsafe attributes[index], let value = unsafe attributes[index + 1] {
            unsafe values[String(cString: key)] = unsafe String(cString: value)
            index += 2
        }
        unsafe reading(data).begin(String(cString: name), values)
    }

    static let end: XML_EndElementHandler = { data, name in
        guard let data = unsafe data, let name = unsafe name else { return }
        unsafe reading(data).finish(String(cString: name))
    }

    static let text: XML_CharacterDataHandler = { data, bytes, count in
        guard let data = unsafe data, let bytes = unsafe bytes else { return }
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
        let text = unsafe String(decoding: buffer.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        unsafe reading(data).events.append(.text(text))
    }
}
