/// CRC_A of ISO/IEC 14443-3: start value 6363, reflected polynomial 8408.
enum CRCA {
    /// The two CRC bytes in the order they follow a frame: low byte first.
    static func bytes(for frame: some Sequence<UInt8>) -> [UInt8] {
        var crc: UInt16 = 0x6363
        for byte in frame {
            crc ^= UInt16(byte)
            for _ in 0..<8 {
                crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x8408
            }
        }
        return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    }
}
