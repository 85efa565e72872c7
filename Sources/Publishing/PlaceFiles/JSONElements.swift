internal import Faults

/// The elements of the one list in a JSON document that matters, each with its line: a file of many places is decoded a
/// place at a time.
struct JSONElements {
    static let elementLimit = 4 << 20
    static let depthLimit = 64

    /// Each element's bytes and the line on which it begins.
    private(set) var elements: [(line: Int, bytes: [UInt8])] = []
    /// The document without the elements.
    private(set) var shell: [UInt8] = []
    /// Whether a list was there; else the document itself is the only element.
    private(set) var hasList = false

    /// `names`: what the list may be called in the outermost object. A list as the document itself counts, too. A document
    /// that is not JSON otherwise is for the decoder.
    init(_ bytes: [UInt8], names: Set<String>, file: String) throws(PlaceFileError) {
        var (depth, text) = (0, JSONQuotes())
        var (name, line) = ([UInt8](), 1)
        var elementDepth: Int?
        var (start, startLine) = (0, 1)
        for (index, byte) in bytes.enumerated() {
            // Of the list itself the shell keeps the brackets.
            if elementDepth == nil { shell.append(byte) }
            if byte == 0x0A { line += 1 }
            let part = text.take(byte)
            if part == .opening, depth == 1 { name = [] }
            if part == .character, depth == 1, elementDepth == nil, name.count < 32 { name.append(byte) }
            guard part == .structure else { continue }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == elementDepth {
                    (start, startLine) = (index, line)
                }
                depth += 1
                guard depth <= Self.depthLimit else {
                    throw PlaceFileError(
                        .tooLarge, file: file, "more than \(Self.depthLimit) of its lists are within each other")
                }
                let isList = byte == UInt8(ascii: "[") && !hasList
                if isList, depth == 1 || (depth == 2 && names.contains(String(decoding: name, as: UTF8.self))) {
                    elementDepth = depth
                    hasList = true
                }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                guard depth >= 0 else { throw PlaceFileError(.malformed, file: file, "it closes more than it opens") }
                if depth == elementDepth {
                    guard index - start < Self.elementLimit else {
                        throw PlaceFileError(
                            .tooLarge, file: file,
                            "line \(startLine): one place has more than \(Self.elementLimit) bytes")
                    }
                    elements.append((startLine, Array(bytes[start...index])))
                } else if let inner = elementDepth, depth < inner {
                    elementDepth = nil
                    shell.append(byte)
                }
            default: break
            }
        }
        guard depth == 0, !text.isInText else {
            throw PlaceFileError(.malformed, file: file, "its JSON ends in the middle")
        }
        if !hasList { elements = [(1, bytes)] }
    }
}
