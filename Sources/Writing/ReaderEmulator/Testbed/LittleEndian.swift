/// Numbers in structures of the kernel, in the byte order of the 64-bit machines this runs on.
enum LittleEndian {
    static func number(in bytes: [UInt8], at offset: Int, count: Int) -> UInt {
        bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt($1) }
    }

    static func bytes(_ number: UInt, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt($0))) }
    }
}
