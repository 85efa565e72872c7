import CSV
import Registry
import Testing

@testable import AuditLedger

/// The quick way through a row against the slow and obvious one, on rows made at random.
@Suite struct `Fast rows` {
    private static let names = SightingParser.schema.names + ["note"]

    /// A number of any look, most of them usual.
    private func number(_ limit: Int, _ random: inout Dice) -> String {
        let sign = random.below(2) == 0 ? "-" : random.below(12) == 0 ? "+" : ""
        let whole = String(random.below(limit))
        switch random.below(12) {
        case 0: return sign + whole
        case 1: return sign + whole + ".5e0"
        case 2: return sign + whole + "."
        case 3: return sign + "." + whole
        case 4: return sign + whole + ".123456789012"
        case 5: return ["", "-", ".", "x", "1,", "1 2", "nan"][random.below(7)]
        default:
            return sign + whole + "."
                + String((0...random.below(9)).map { _ in Character(UnicodeScalar(UInt8(0x30 + random.below(10)))) })
        }
    }

    private func field(_ name: String, _ random: inout Dice) -> String {
        switch name {
        case "time":
            let usual = "20\(10 + random.below(89))-0\(random.below(10))-\(1 + random.below(3))\(random.below(10))"
            let clock =
                "T\(random.below(3))\(random.below(10)):\(random.below(7))\(random.below(10)):0\(random.below(10))"
            return usual + clock + ["Z", "Z", "Z", "+01:00", "", ".5Z"][random.below(6)]
        case "url":
            let start = ["https://a.example/", "https://a.example/", "HTTPS://b/", "tel:1", "x", ""][random.below(6)]
            return start + String(repeating: "s", count: random.below(20)) + "?t=\(random.below(99))"
        case "uid":
            let digits = [
                "04A1B2C3D4E5F6", "04a1b2c3d4e5f6", "04:A1:B2:C3:D4:E5:F6", "04A1B2C3", "04A1B2C3D4E5G6",
                "@4A1B2C3D4E5F6",
            ]
            return random.below(2) == 0 ? "" : digits[random.below(digits.count)]
        case "latitude": return number(95, &random)
        case "longitude": return number(185, &random)
        case "accuracy": return number(40, &random)
        case "source": return ["", "phone", "gpsd", "gpsdo"][random.below(4)]
        case "device": return ["", "p1", "a device with a long name"][random.below(3)]
        case "confidence": return random.below(3) == 0 ? "0.9" : ""
        default: return ["", "some words"][random.below(2)]
        }
    }

    private static func usual(_ name: String, _ random: inout Dice) -> String {
        switch name {
        case "time": "2026-1\(random.below(3))-1\(random.below(10))T0\(random.below(10)):5\(random.below(10)):37Z"
        case "url": "https://a.example/store/s\(random.below(1_000))?tag=t\(random.below(1_000_000))"
        case "uid": random.below(2) == 0 ? "" : "04A1B2C3D4E5F\(random.below(10))"
        case "latitude", "longitude": "\(random.below(2) == 0 ? "-" : "")\(random.below(90)).\(random.below(1_000_000))"
        case "accuracy": "\(random.below(50))"
        case "source": "phone"
        case "device": "p\(random.below(1_000_000))"
        default: ""
        }
    }

    /// What the slow way says of a row: nil when it is bad.
    private func slow(_ parser: inout SightingParser, _ bytes: [UInt8], _ layout: RowLayout) -> SightingRow? {
        var rows = FastRows(ByteSummary(bytes.span))
        guard rows.next(in: bytes.span), rows.problem(in: bytes.span, width: layout.width) == nil else { return nil }
        var fields = RowFields(columns: SightingParser.schema.names.count)
        fields.place(rows, of: bytes.span, layout)
        return try? parser.row(bytes.span, fields)
    }

    private func quick(
        _ parser: inout SightingParser, _ bytes: [UInt8], _ layout: RowLayout
    ) -> (row: SightingRow, next: Int)? {
        let padded = bytes + Array(repeating: 0x2C, count: 32)
        var rows: [SightingRow] = []
        let next = parser.takeFast(padded.span.bytes, from: 0, to: bytes.count, FastColumns(layout), into: &rows)
        return rows.first.map { ($0, next) }
    }

    private func bits(_ visit: PackedVisit) -> [UInt8] { withUnsafeBytes(of: visit) { Array($0) } }

    @Test func `a URL has the same digest whatever the one before had in common with it`() {
        var random = Dice(state: 12)
        var parser = SightingParser(latest: 4_000_000_000)
        let layout = RowLayout(positions: SightingParser.schema.names.indices.map { $0 }, width: Self.names.count)
        func url(from last: String) -> String {
            let kept = random.below(6) == 0 ? last : String(last.prefix(8 + random.below(last.count)))
            let more = (0..<random.below(60)).map { _ in Array("ab/?=8")[random.below(6)] }
            return "https://" + String((kept + more).dropFirst(8).prefix(random.below(3) == 0 ? 400 : 150))
        }
        var last = "https://a.example/"
        let lines = (0..<5_000).map { _ in
            last = url(from: last)
            return "2026-11-12T01:51:37Z,\(last),,1.5,2.5,10,phone,p1,,\n"
        }
        let first = Array(lines[0].utf8)
        // It teaches the parser the rows' day.
        #expect(slow(&parser, first, layout) != nil)
        let bytes = Array(lines.joined().utf8)
        let padded = bytes + Array(repeating: 0x2C, count: 32)
        var rows: [SightingRow] = []
        let end = parser.takeFast(padded.span.bytes, from: 0, to: bytes.count, FastColumns(layout), into: &rows)
        #expect(end == bytes.count && rows.count == lines.count)
        for (row, line) in zip(rows, lines) {
            #expect(row.key == slow(&parser, Array(line.utf8), layout)?.key, "\(line)")
        }
    }

    @Test func `what the quick way reads is what the slow way reads, in any order of columns`() {
        var random = Dice(state: 11)
        var parser = SightingParser(latest: 4_000_000_000)
        var taken = 0
        for _ in 0..<20_000 {
            var order = Self.names
            if random.below(2) == 0 { for index in order.indices { order.swapAt(index, random.below(order.count)) } }
            let places = SightingParser.schema.names.map { order.firstIndex(of: $0) }
            let layout = RowLayout(positions: places, width: order.count)
            // Most rows have one or two fields of any look, some have none.
            let odd = [random.below(14), random.below(14)]
            var fields = order.enumerated().map { odd.contains($0) ? field($1, &random) : Self.usual($1, &random) }
            if random.below(100) == 0 { fields.removeLast() }
            var text = fields.joined(separator: ",")
            if random.below(40) == 0 { text.removeLast(min(text.count, random.below(60))) }
            let bytes = Array((text + "\n").utf8)
            // The slow way comes first: it teaches the parser the row's day.
            let expected = slow(&parser, bytes, layout)
            guard let (row, next) = quick(&parser, bytes, layout) else { continue }
            taken += 1
            #expect(next == bytes.count, "\(text)")
            #expect(row.key == expected?.key && row.url == expected?.url && row.chip == expected?.chip, "\(text)")
            #expect(bits(row.record(entry: 5)) == expected.map { bits($0.record(entry: 5)) }, "\(text)")
        }
        #expect(taken > 5_000)
    }

    @Test func `usual rows are read the quick way`() throws {
        let layout = RowLayout(positions: [0, 1, 2, 3, 4, 5, 6, 7, nil], width: 8)
        let row =
            "2026-10-20T05:14:22Z,https://chain.example/store/s1?tag=t1,04A1B200000000,-48.187097,-94.643078,16,phone,p2\n"
        var parser = SightingParser(latest: .max)
        #expect(quick(&parser, Array(row.utf8), layout) == nil, "a day that was not met yet")
        let expected = try #require(slow(&parser, Array(row.utf8), layout))
        let (read, next) = try #require(quick(&parser, Array(row.utf8), layout))
        #expect(next == row.utf8.count && read.key == expected.key)
        #expect(bits(read.record(entry: 0)) == bits(expected.record(entry: 0)))
    }

    @Test func `whichever column is the last, and with or without a chip`() throws {
        var random = Dice(state: 13)
        var parser = SightingParser(latest: .max)
        for last in Self.names.indices {
            let order = Self.names.indices.map { Self.names[($0 + last + 1) % Self.names.count] }
            let places = SightingParser.schema.names.map { order.firstIndex(of: $0) }
            let layout = RowLayout(positions: places, width: order.count)
            for _ in 0..<20 {
                let row = order.map { Self.usual($0, &random) }.joined(separator: ",") + "\n"
                // It teaches the parser the row's day.
                #expect(slow(&parser, Array(row.utf8), layout) != nil, "\(row)")
                #expect(quick(&parser, Array(row.utf8), layout)?.next == row.utf8.count, "\(row)")
            }
        }
    }

    @Test func `a date of NUL bytes is no day that was met`() {
        let bytes = Array(repeating: UInt8(0), count: 10) + Array("T00:00:00Z,".utf8)
        var times = TimeReader()
        #expect(unsafe times.fastSeconds(bytes.span.bytes, 0) == nil)
        #expect(times.seconds(bytes.span, 0..<20) == nil)
    }

    @Test func `numbers are those of the slow way`() {
        var random = Dice(state: 5)
        for _ in 0..<20_000 {
            let text = number(1_000, &random)
            let bytes = Array((text + "\n").utf8) + Array(repeating: 0x39, count: 32)
            guard let (number, end) = unsafe bytes.span.bytes.decimal(0), bytes[end] == 0x0A || bytes[end] == 0x2C
            else {
                continue
            }
            #expect(DecimalNumber.parse(bytes.span, 0..<end) == number.value, "\(text)")
        }
    }

    @Test func `fourteen digits are a chip exactly when the slow way says so`() {
        var random = Dice(state: 6)
        var found = 0
        for _ in 0..<20_000 {
            // Digits and their neighbours in ASCII.
            var text = (0..<14).map { _ in Array("0123456789ABCDEFabcdef".utf8)[random.below(22)] }
            if random.below(2) == 0 { text[random.below(14)] = UInt8(random.below(128)) }
            if text.contains(0x3A) || text.contains(0x2D) { continue }
            let bytes = text + Array(repeating: 0x2C, count: 40)
            let read = unsafe bytes.span.bytes.sevenBytes(0).map { PackedChip(sevenBytes: $0) }
            #expect(read == PackedChip(bytes.span, 0..<14), "\(text)")
            if read != nil { found += 1 }
        }
        #expect(found > 5_000)
    }
}

/// A small generator (xorshift), the same in each run.
struct Dice {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 16) % limit
    }
}
