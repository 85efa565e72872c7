/// Reads the data area byte by byte, leaving out reserved areas and recording the address of each byte.
struct TLVReader {
    let image: Type2Image
    let end: Int
    private(set) var address: Int
    private var reserved: [Range<Int>] = []

    init(_ image: Type2Image, area: Range<Int>) {
        self.image = image
        address = area.lowerBound
        end = area.upperBound
    }

    /// From now on the bytes of `area` are passed over.
    mutating func reserve(_ area: Range<Int>) {
        reserved.append(area)
        passOverReserved()
    }

    /// The next byte; nil at the end of the data area.
    mutating func next() throws(MemoryFault) -> UInt8? {
        guard let address = nextAddress() else { return nil }
        guard let byte = image[byte: address] else { throw .notRead(page: address / 4) }
        return byte
    }

    /// Moves on without looking at the byte.
    mutating func nextAddress() -> Int? {
        guard address < end else { return nil }
        defer {
            address += 1
            passOverReserved()
        }
        return address
    }

    /// The addresses from here to the end of the data area.
    var remaining: [Int] {
        let rest = address..<end
        let holes = reserved.filter { $0.overlaps(rest) }
        return holes.isEmpty ? Array(rest) : rest.filter { place in !holes.contains { $0.contains(place) } }
    }

    private mutating func passOverReserved() {
        while address < end, let area = reserved.first(where: { $0.contains(address) }) {
            // A tag may say that bytes behind the end of its data area are reserved.
            address = min(area.upperBound, end)
        }
    }
}
