import CExpat

/// Reads a document piece by piece and returns its events; of the document itself it keeps nothing.
///
/// A document type is refused: it could define entities that grow without end. So is a document nested deeper than the
/// limit, and one with a single tag or name that is larger than the limit, so memory stays within the limits whatever
/// the document is. Owns an `XML_Parser`; one thread uses it.
@safe package struct XMLReader: ~Copyable {
    package struct Limits: Sendable {
        /// How many elements may be open at once.
        package var depth: Int
        /// Bytes of one tag with its attributes, or of one comment.
        package var token: Int

        package init(depth: Int = 64, token: Int = 1 << 20) {
            self.depth = depth
            self.token = token
        }
    }

    private let parser: OpaquePointer
    private let reading: Reading
    private let limits: Limits
    private var taken = 0
    private var isEnded = false

    /// Throws when there is no memory. C: `XML_ParserCreate`, `XML_SetElementHandler`, `XML_SetCharacterDataHandler`.
    package init(limits: Limits = Limits()) throws(XMLError) {
        guard let parser = unsafe XML_ParserCreate(nil) else {
            throw XMLError(code: .outOfMemory, reason: "there is no memory to read it", line: 1)
        }
        unsafe self.parser = parser
        self.limits = limits
        reading = unsafe Reading(parser, depthLimit: limits.depth)
        // The parser keeps the pointer as long as it lives; the reader owns both and frees the parser first.
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        unsafe XML_SetElementHandler(parser, Reading.start, Reading.end)
        unsafe XML_SetCharacterDataHandler(parser, Reading.text)
        unsafe XML_SetStartDoctypeDeclHandler(parser, Reading.doctype)
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// What the next bytes say. `isLast` ends the document: then it must be whole. After an error nothing more can be
    /// read. C: `XML_Parse`.
    package mutating func read(_ bytes: [UInt8], isLast: Bool) throws(XMLError) -> [XMLEvent] {
        precondition(!isEnded, "a document has one end")
        isEnded = isLast
        taken += bytes.count
        let status = unsafe bytes.withUnsafeBytes { bytes in
            unsafe XML_Parse(
                parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
        }
        let line = unsafe Int(XML_GetCurrentLineNumber(parser))
        if let refusal = reading.refusal { throw XMLError(code: refusal.code, reason: refusal.reason, line: line) }
        guard status == XML_STATUS_OK else {
            let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
            throw XMLError(
                code: .notWellFormed, reason: "it is not well-formed XML: \(reason ?? "unknown")", line: line)
        }
        let waiting = unsafe taken - Int(XML_GetCurrentByteIndex(parser))
        guard waiting <= limits.token + bytes.count else {
            throw XMLError(
                code: .tooLarge, reason: "one of its tags has more than \(limits.token) bytes", line: line)
        }
        return reading.take()
    }
}
