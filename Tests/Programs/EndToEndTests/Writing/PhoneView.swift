import ReaderEmulator

/// What a phone makes of a tag, told without the code under test.
enum PhoneView: Equatable, CustomStringConvertible {
    /// No message, or an empty one.
    case nothing
    case url(String)
    case other
    /// Not what the specifications allow.
    case damaged

    var description: String {
        switch self {
        case .nothing: "nothing"
        case .url(let url): url
        case .other: "another message"
        case .damaged: "damaged"
        }
    }
}

extension ReaderEmulator.Type2Tag {
    /// The tag's serial number as the registry writes it.
    var uidText: String { uid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() }

    /// The first NDEF message behind control blocks and NULLs (Type 2 Tag, 2.3), as far as it is one URI record.
    var phoneView: PhoneView {
        let bytes = memory.bytes
        guard bytes[12] == 0xE1 else { return .nothing }
        var area = bytes[16..<16 + Int(bytes[14]) * 8]
        while let kind = area.popFirst() {
            if kind == 0x00 { continue }
            if kind == 0xFE { return .nothing }
            guard var length = area.popFirst().map(Int.init) else { return .damaged }
            if length == 0xFF {
                guard let high = area.popFirst(), let low = area.popFirst() else { return .damaged }
                length = Int(high) * 256 + Int(low)
            }
            guard length <= area.count else { return .damaged }
            if kind == 0x03 { return Self.view(of: Array(area.prefix(length))) }
            guard [0x01, 0x02, 0xFD].contains(kind) else { return .damaged }
            area = area.dropFirst(length)
        }
        return .nothing
    }

    /// One record: first and last, well-known type U (NDEF, 3.2), with a prefix that the tests use (URI RTD, 3.2.2).
    private static func view(of message: [UInt8]) -> PhoneView {
        guard !message.isEmpty else { return .nothing }
        let isShort = message[0] & 0x10 != 0
        let header = isShort ? 4 : 7
        guard message.count > header, message[0] & 0xEF == 0xC1, message[1] == 1 else { return .other }
        let length =
            isShort ? Int(message[2]) : message[2...5].reduce(0) { $0 << 8 | Int($1) }
        guard message[header - 1] == UInt8(ascii: "U"), message.count == header + length else { return .other }
        let prefixes: [UInt8: String] = [0x00: "", 0x02: "https://www.", 0x04: "https://"]
        guard let prefix = prefixes[message[header]] else { return .other }
        return .url(prefix + String(decoding: message.dropFirst(header + 1), as: UTF8.self))
    }

    /// A tag that carries a URL already, short enough for one-byte lengths.
    static func carrying(
        _ url: String, _ product: ReaderEmulator.Type2Product, uid: [UInt8]
    ) -> ReaderEmulator.Type2Tag {
        var tag = ReaderEmulator.Type2Tag(product, uid: uid)
        let rest = Array(url.dropFirst("https://".count).utf8)
        let record = [0xD1, 0x01, UInt8(rest.count + 1), 0x55, 0x04] + rest
        // The NTAG213's Lock Control block stays in front, as its maker put it there.
        let lead = product == .ntag213 ? Array(product.factoryData.prefix(5)) : []
        tag.memory.put(lead + [0x03, UInt8(record.count)] + record + [0xFE], at: product.userPages.lowerBound)
        return tag
    }
}
