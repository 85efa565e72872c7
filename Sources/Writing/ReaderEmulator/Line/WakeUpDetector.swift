/// Counts the rising edges on the line of a sleeping chip. It wakes with the fifth; the bytes up to there are lost,
/// which is why hosts send 55 or 00 in front of their first frame.
struct WakeUpDetector {
    private static let edgesNeeded = 5
    private var edges = 0

    /// Takes bytes that arrive while the chip sleeps. Nil while it stays asleep, else the bytes that it hears.
    mutating func receive(_ bytes: [UInt8]) -> [UInt8]? {
        for (index, byte) in bytes.enumerated() {
            edges += Self.risingEdges(of: byte)
            if edges >= Self.edgesNeeded {
                edges = 0
                return Array(bytes[(index + 1)...])
            }
        }
        return nil
    }

    /// On the line a byte is a start bit 0, its bits from the lowest to the highest, and a stop bit 1.
    private static func risingEdges(of byte: UInt8) -> Int {
        let frame = UInt16(byte) << 1 | 1 << 9
        return (0..<9).count { frame >> $0 & 0b11 == 0b10 }
    }
}
