/// The outermost parts of a CFF table: numbers, lists, and what the font says of itself.
///
/// See: Adobe Technical Note 5176, The Compact Font Format Specification, 3 to 9
struct CFFTable: Sendable {
    /// An entry of the top dictionary. Operators of two bytes have 1200 added to the second.
    enum Entry: Int {
        case charset = 15
        /// The glyphs' outlines.
        case glyphs = 17
        /// Which set of characters the identifiers are of; only CID-keyed fonts have it.
        case registry = 1_230
    }

    let bytes: [UInt8]

    /// A number of so many bytes; nil beyond the end.
    func number(at place: Int, bytes count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A list: how many things it has, where the first of them is, and where the list ends.
    func index(at place: Int) -> (count: Int, first: Range<Int>, end: Int)? {
        guard let count = number(at: place, bytes: 2) else { return nil }
        guard count > 0 else { return (0, place..<place, place + 2) }
        guard let size = number(at: place + 2, bytes: 1), (1...4).contains(size),
            let start = number(at: place + 3, bytes: size), let next = number(at: place + 3 + size, bytes: size),
            let end = number(at: place + 3 + count * size, bytes: size)
        else { return nil }
        // Offsets count from the byte before the first thing.
        let base = place + 2 + (count + 1) * size
        guard start <= next, base + next <= bytes.count else { return nil }
        return (count, base + start..<base + next, base + end)
    }

    /// The entries of the top dictionary, each with its last number. Nil when it cannot be read.
    var topEntries: [Entry: Int]? {
        guard let header = number(at: 2, bytes: 1), let names = index(at: header), let tops = index(at: names.end)
        else { return nil }
        var entries: [Entry: Int] = [:]
        var last = 0
        var place = tops.first.lowerBound
        while place < tops.first.upperBound, let byte = number(at: place, bytes: 1) {
            let next = number(at: place + 1, bytes: 1) ?? 0
            var length = 1
            switch byte {
            case 12:
                if let entry = Entry(rawValue: 1_200 + next) { entries[entry] = last }
                length = 2
            case ..<22: if let entry = Entry(rawValue: byte) { entries[entry] = last }
            case 28:
                last = Int(Int16(truncatingIfNeeded: number(at: place + 1, bytes: 2) ?? 0))
                length = 3
            case 29:
                last = Int(Int32(truncatingIfNeeded: number(at: place + 1, bytes: 4) ?? 0))
                length = 5
            case 30:
                // A decimal fraction, two digits to the byte, ends with a digit of 15.
                while let digits = number(at: place + length, bytes: 1), digits & 15 != 15, digits >> 4 != 15 {
                    length += 1
                }
                length += 1
            case 32..<247: last = byte - 139
            case 247..<251:
                last = (byte - 247) * 256 + next + 108
                length = 2
            case 251..<255:
                last = -(byte - 251) * 256 - next - 108
                length = 2
            default: break
            }
            place += length
        }
        return entries
    }
}
