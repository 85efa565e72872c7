import CSV

/// Any bytes as a table of any form: refused, or read to the same rows however the file is cut into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = events(bytes, pieces: bytes.count + 1)
    for size in [1, 2, 7] {
        precondition(events(bytes, pieces: size) == whole, "pieces of \(size) bytes change the rows")
    }
    return 0
}

private let schema = TableSchema(required: ["tag", "store"], optional: ["latitude"], numbers: ["latitude"])

/// Nil when the file is refused as a whole.
private func events(_ bytes: [UInt8], pieces size: Int) -> [String]? {
    var events: [String] = []
    var reader = TableReader(file: "f", schema: schema)
    func take(_ event: TableReader.Event) {
        switch event {
        case .problem(let problem): events.append("\(problem)")
        case .row(let row):
            let fields = schema.names.map { row[$0] ?? "-" }
            precondition(!hasDecimalComma(fields[2]), "a decimal comma is left")
            events.append("\(row.line) \(fields)")
        }
    }
    do {
        var rest = bytes[...]
        while !rest.isEmpty {
            try reader.feed(Array(rest.prefix(size)), take)
            rest = rest.dropFirst(size)
        }
        try reader.finish(take)
    } catch {
        return nil
    }
    return events + reader.warnings.map(\.description)
}

/// Text that is not a number keeps its commas: the error about the column quotes it as it was written.
private func hasDecimalComma(_ field: String) -> Bool {
    let digits = field.split(separator: ",", omittingEmptySubsequences: false)
    return digits.count == 2 && digits.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}
