/// One row of a file: its fields, still as bytes, and the line on which it starts.
///
/// The fields are in one buffer with a comma after each, so that a UTF-8 sequence cut in two by a comma
/// stays invalid. Strings are made only when asked for.
public struct Record: Sendable, Equatable {
    /// The line of the file where the row starts, counted from 1.
    public internal(set) var line: Int
    var buffer: [UInt8] = []
    /// Where each field ends in `buffer`; the comma there is not part of it.
    var ends: [Int] = []

    init(line: Int) {
        self.line = line
    }

    /// A row whose fields are texts already.
    init(line: Int, fields: [String]) {
        self.line = line
        for field in fields {
            buffer += Array(field.utf8)
            endField()
        }
    }

    public var count: Int { ends.count }

    /// The bytes of a field, valid UTF-8, without its quotes.
    public func bytes(_ index: Int) -> ArraySlice<UInt8> {
        buffer[start(of: index)..<ends[index]]
    }

    /// The bytes of a field without the mark that kept a spreadsheet from taking it for a formula.
    func text(_ index: Int) -> ArraySlice<UInt8> { buffer[textRange(index)] }

    /// Where these are in `buffer`.
    func textRange(_ index: Int) -> Range<Int> {
        FormulaText.range(of: start(of: index)..<ends[index], in: buffer.span)
    }

    func isEmpty(_ index: Int) -> Bool { start(of: index) == ends[index] }

    public func string(_ index: Int) -> String {
        String(decoding: bytes(index), as: UTF8.self)
    }

    public var strings: [String] {
        ends.indices.map(string)
    }

    /// The fields without the marks that kept a spreadsheet from taking them for formulas.
    package var texts: [String] {
        ends.indices.map { String(decoding: text($0), as: UTF8.self) }
    }

    /// Whether the bytes are UTF-8 as Unicode 3.9 defines it: no overlong forms, no surrogates.
    var isValidUTF8: Bool {
        (try? UTF8Span(validating: buffer.span)) != nil
    }

    func start(of index: Int) -> Int {
        index == 0 ? 0 : ends[index - 1] + 1
    }

    /// Where the field now being read began.
    var openFieldStart: Int {
        ends.last.map { $0 + 1 } ?? 0
    }

    /// Ends the open field.
    mutating func endField() {
        ends.append(buffer.count)
        buffer.append(UInt8(ascii: ","))
    }

    /// Empties the record but keeps its memory, unless someone kept a copy.
    mutating func clear(line: Int) {
        self.line = line
        buffer.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
