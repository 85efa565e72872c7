import CCUPS

/// A request or an answer of the Internet Printing Protocol (RFC 8011). Owns an `ipp_t`.
@safe struct IPPMessage: ~Copyable {
    private let message: OpaquePointer

    init(owning message: OpaquePointer) {
        unsafe self.message = unsafe message
    }

    deinit {
        unsafe ippDelete(message)
    }

    /// Of an answer. C: `ippGetStatusCode`.
    var status: ipp_status_t { unsafe ippGetStatusCode(message) }

    /// Gives the message to a C call that lets it go itself.
    consuming func release() -> OpaquePointer {
        let message = unsafe self.message
        discard self
        return unsafe message
    }

    /// C: `ippAddString`.
    func add(_ group: ipp_tag_t, _ type: ipp_tag_t, named name: String, text value: String) {
        unsafe ippAddString(message, group, type, name, nil, value)
    }

    /// C: `ippAddInteger`.
    func add(_ group: ipp_tag_t, _ type: ipp_tag_t, named name: String, integer: Int32) {
        unsafe ippAddInteger(message, group, type, name, integer)
    }

    /// The paper's size, in hundredths of millimetres (PWG 5100.7, media-col). C: `ippAddCollection`.
    func addMedia(width: Int32, height: Int32) {
        let size = unsafe ippNew()
        unsafe ippAddInteger(size, IPP_TAG_JOB, IPP_TAG_INTEGER, "x-dimension", width)
        unsafe ippAddInteger(size, IPP_TAG_JOB, IPP_TAG_INTEGER, "y-dimension", height)
        let media = unsafe ippNew()
        unsafe ippAddCollection(media, IPP_TAG_JOB, "media-size", size)
        unsafe ippAddCollection(message, IPP_TAG_JOB, "media-col", media)
        unsafe ippDelete(size)
        unsafe ippDelete(media)
    }

    /// The values of an attribute, as text; empty when it is not there. C: `ippFindAttribute`, `ippGetString`.
    func strings(_ name: String) -> [String] {
        guard let attribute = unsafe ippFindAttribute(message, name, IPP_TAG_ZERO) else { return [] }
        return unsafe (0..<ippGetCount(attribute)).compactMap { index in
            unsafe ippGetString(attribute, index, nil).map { unsafe String(cString: $0) }
        }
    }

    /// The names of the attributes that a printer says it ignored or replaced. Their values are not looked at: often
    /// there are none, and a collection has no text (RFC 8011, 4.1.7). C: `ippFirstAttribute`, `ippNextAttribute`,
    /// `ippGetGroupTag`.
    func unsupported() -> [String] {
        var names: [String] = []
        var attribute = unsafe ippFirstAttribute(message)
        while let current = unsafe attribute {
            if unsafe ippGetGroupTag(current) == IPP_TAG_UNSUPPORTED_GROUP, let name = unsafe ippGetName(current) {
                names.append(unsafe String(cString: name))
            }
            unsafe attribute = ippNextAttribute(message)
        }
        return names
    }

    /// Some attributes of each thing that an answer lists, as text. C: `ippFirstAttribute`, `ippNextAttribute`,
    /// `ippAttributeString`.
    func groups(_ names: [String]) -> [[String: String]] {
        var groups: [[String: String]] = []
        var group: [String: String] = [:]
        var attribute = unsafe ippFirstAttribute(message)
        while let current = unsafe attribute {
            if let name = unsafe ippGetName(current) {
                let name = unsafe String(cString: name)
                if names.contains(name), unsafe ippGetGroupTag(current) == IPP_TAG_PRINTER {
                    var text = [CChar](repeating: 0, count: 512)
                    unsafe ippAttributeString(current, &text, text.count)
                    group[name] = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                }
            } else if !group.isEmpty {
                // A separator between two things has no name.
                groups.append(group)
                group = [:]
            }
            unsafe attribute = ippNextAttribute(message)
        }
        return group.isEmpty ? groups : groups + [group]
    }

    /// A number, an enumeration or a truth value. C: `ippGetInteger`, `ippGetBoolean`.
    func integer(_ name: String) -> Int? {
        guard let attribute = unsafe ippFindAttribute(message, name, IPP_TAG_ZERO) else { return nil }
        if unsafe ippGetValueTag(attribute) == IPP_TAG_BOOLEAN { return unsafe Int(ippGetBoolean(attribute, 0)) }
        return unsafe Int(ippGetInteger(attribute, 0))
    }

    /// Sizes of paper, in hundredths of millimetres; a range for paper from a roll. C: `ippGetCollection`.
    func sizes(_ name: String) -> [(width: ClosedRange<Int>, height: ClosedRange<Int>)] {
        guard let attribute = unsafe ippFindAttribute(message, name, IPP_TAG_BEGIN_COLLECTION) else { return [] }
        return unsafe (0..<ippGetCount(attribute)).compactMap { index in
            let size = unsafe ippGetCollection(attribute, index)
            guard let width = unsafe Self.range("x-dimension", in: size),
                let height = unsafe Self.range("y-dimension", in: size)
            else { return nil }
            return (width, height)
        }
    }

    private static func range(_ name: String, in collection: OpaquePointer?) -> ClosedRange<Int>? {
        guard let attribute = unsafe ippFindAttribute(collection, name, IPP_TAG_ZERO) else { return nil }
        guard unsafe ippGetValueTag(attribute) == IPP_TAG_RANGE else {
            let value = unsafe Int(ippGetInteger(attribute, 0))
            return value...value
        }
        var upper: Int32 = 0
        let lower = unsafe ippGetRange(attribute, 0, &upper)
        return Int(lower)...max(Int(lower), Int(upper))
    }
}
