internal import Chips
public import NDEF

/// A UID or counter that the tag itself puts into the text of a message whenever it is read. The message holds a
/// placeholder of the same length, for example zeros.
public struct TextMirror: Hashable, Sendable {
    /// MIRROR_CONF.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// 14 hexadecimal digits.
        case uid = 1
        /// 6 hexadecimal digits, most significant first; counts the first read after each power-up.
        case counter = 2
        /// UID, `x`, counter: 21 characters.
        case uidAndCounter = 3

        /// Characters that the tag shows.
        public var length: Int { [0, 14, 6, 21][Int(rawValue)] }

        /// Whether the counter is a part of it.
        var counts: Bool { self != .uid }

        /// nil means a digit of the counter.
        func text(for uid: ChipUID) -> [UInt8?] {
            let digits = uid.hexadecimal.utf8.map(Optional.some)
            let counter = [UInt8?](repeating: nil, count: 6)
            return switch self {
            case .uid: digits
            case .counter: counter
            case .uidAndCounter: digits + [UInt8(ascii: "x")] + counter
            }
        }
    }

    public let kind: Kind
    /// Where the placeholder begins, in bytes of the encoded message.
    public let offset: Int

    /// nil when the placeholder would run over the end of the message.
    public init?(_ kind: Kind, at offset: Int, in message: NDEFMessage) {
        guard offset >= 0, offset + kind.length <= message.encoded.count else { return nil }
        self.kind = kind
        self.offset = offset
    }

    /// Takes the first run of that many zeros in the message for the placeholder; for both kinds, `0…0x0…0`.
    public init?(_ kind: Kind, replacingZerosIn message: NDEFMessage) {
        let zero = UInt8(ascii: "0")
        var placeholder = [UInt8](repeating: zero, count: kind.length)
        if kind == .uidAndCounter { placeholder[14] = UInt8(ascii: "x") }
        let bytes = message.encoded
        guard
            let offset = bytes.indices.first(where: { bytes[$0...].starts(with: placeholder) })
        else { return nil }
        self.init(kind, at: offset, in: message)
    }
}
