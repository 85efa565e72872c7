package import Registry

extension ChainName {
    /// A new one, drawn at random.
    package static func drawn() -> ChainName {
        var generator = SystemRandomNumberGenerator()
        return ChainName(bits: UInt128(generator.next()) << 64 | UInt128(generator.next()))
    }

    /// The 16 bytes of its hexadecimal digits.
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: bits.bigEndian) { unsafe Array($0) } }
}
