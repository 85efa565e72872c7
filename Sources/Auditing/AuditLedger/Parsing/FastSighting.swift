internal import Registry

/// A row of sightings while it is read from left to right: what has been read, and where the next field begins.
///
/// Each field is read by a function of its own, which says false when only the slow way can.
///
/// It is unsafe as the readers of `RawSpan` are that it uses: they check nothing. They hold here because of one invariant: until a function has said
/// false, `position` is at or before the line feed that ends the row. It is so at the start (see `init`), a comma is passed
/// only where one is, a time and a chip only when each of their bytes was seen to be none, and every other field
/// ends at the first comma or line feed. Who gets false gives the row up. The span is the one of `init` in each call.
struct FastSighting {
    private(set) var position: Int
    private(set) var url = 0..<0
    private(set) var hash = ContentHash()
    private(set) var chip = PackedChip.none
    private(set) var time: UInt32 = 0
    private(set) var device = PackedVisit.noDevice
    private var north: UInt64 = 0
    private var east: UInt64 = 0
    private(set) var accuracy = 0.0
    private(set) var isGPSD = false

    /// Unsafe: the caller knows that a line feed comes at `start` or behind, and 32
    /// more bytes after that, in the span that every function is given.
    @unsafe @inline(__always)
    init(_ start: Int) { position = start }

    /// `sigma`: the deviation in metres.
    @inline(__always)
    func visit(sigma: Double) -> PackedVisit {
        PackedVisit(entry: 0, time: time, device: device, north: north, east: east, sigma: Float(sigma))
    }

    @unsafe @inline(__always)
    mutating func comma(_ bytes: RawSpan) -> Bool {
        let isComma = unsafe bytes.byte(position) == 0x2C
        position &+= 1
        return isComma
    }

    @unsafe @inline(__always)
    mutating func time(_ bytes: RawSpan, _ times: TimeReader, latest: UInt32) -> Bool {
        guard let seconds = unsafe times.fastSeconds(bytes, position), seconds <= latest else { return false }
        time = seconds
        position &+= 20
        return true
    }

    @unsafe @inline(__always)
    mutating func url(_ bytes: RawSpan, _ secrets: ContentSecrets, after previous: inout PreviousURL) -> Bool {
        let start = position
        guard let read = unsafe previous.hash(at: start, of: bytes, with: secrets) else { return false }
        (hash, position) = read
        url = start..<position
        return position &- start <= SightingParser.contentLimit
    }

    @unsafe @inline(__always)
    mutating func uid(_ bytes: RawSpan) -> Bool {
        // It may be the last column.
        if unsafe isEmpty(bytes) { return true }
        guard let read = unsafe bytes.sevenBytes(position) else { return false }
        chip = PackedChip(sevenBytes: read)
        position &+= 14
        return true
    }

    @unsafe @inline(__always)
    mutating func latitude(_ bytes: RawSpan) -> Bool {
        guard let (number, end) = unsafe bytes.decimal(position) else { return false }
        let units = number.billionths
        north = number.isNegative ? 90_000_000_000 &- units : 90_000_000_000 &+ units
        position = end
        return units <= 90_000_000_000
    }

    @unsafe @inline(__always)
    mutating func longitude(_ bytes: RawSpan) -> Bool {
        guard let (number, end) = unsafe bytes.decimal(position) else { return false }
        let units = number.billionths
        east = number.isNegative ? 180_000_000_000 &- units : 180_000_000_000 &+ units
        position = end
        return units <= 180_000_000_000
    }

    @unsafe @inline(__always)
    mutating func accuracy(_ bytes: RawSpan) -> Bool {
        guard let (number, end) = unsafe bytes.decimal(position), !number.isNegative else { return false }
        accuracy = number.value
        position = end
        return true
    }

    /// "gpsd"
    private static var gpsd: UInt64 { 0x6473_7067 }

    @unsafe @inline(__always)
    mutating func source(_ bytes: RawSpan) -> Bool {
        let start = position
        position = unsafe bytes.end(start)
        isGPSD = unsafe position &- start == 4 && bytes.word(start) & 0xFFFF_FFFF == Self.gpsd
        return true
    }

    @unsafe @inline(__always)
    mutating func device(_ bytes: RawSpan, _ secrets: ContentSecrets) -> Bool {
        // An apostrophe may be the mark of `FormulaText`.
        guard unsafe bytes.byte(position) != 0x27 else { return false }
        let field = unsafe bytes.hash(position, secrets)
        device = PackedVisit.device(field.hash, isNamed: field.end != position)
        position = field.end
        return true
    }

    /// Whether the field ends where it begins: at a comma, or at the end of the row.
    @unsafe @inline(__always)
    func isEmpty(_ bytes: RawSpan) -> Bool {
        let byte = unsafe bytes.byte(position)
        return byte == 0x2C || byte == 0x0A
    }

    @unsafe @inline(__always)
    mutating func anything(_ bytes: RawSpan) -> Bool {
        position = unsafe bytes.end(position)
        return true
    }
}
