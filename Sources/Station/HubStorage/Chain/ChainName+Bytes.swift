package import Registry

extension ChainName {
    /// A new one, drawn at random.
    package static func drawn() -> ChainName { ChainName(bits: .drawn()) }

    /// The 16 bytes of its hexadecimal digits.
    var bytes: [UInt8] { bits.bytes }
}

extension Era {
    static func drawn() -> Era { Era(bits: .drawn()) }

    var bytes: [UInt8] { bits.bytes }
}

extension UInt128 {
    fileprivate static func drawn() -> UInt128 {
        var generator = SystemRandomNumberGenerator()
        return UInt128(generator.next()) << 64 | UInt128(generator.next())
    }

    fileprivate var bytes: [UInt8] { unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) } }

    /// Nil unless there are 16.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
