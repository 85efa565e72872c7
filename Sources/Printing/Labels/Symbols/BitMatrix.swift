/// A square of dark and light modules, eight to a byte.
public struct BitMatrix: Sendable, Equatable {
    /// Modules a side.
    public let side: Int
    /// Bytes per row; the bits after the last module are 0.
    let bytesPerRow: Int
    /// Rows from the top; in a byte the highest bit is the leftmost module, 1 is dark.
    private(set) var bytes: [UInt8]

    /// A light square.
    init(side: Int) {
        self.side = side
        bytesPerRow = (side + 7) / 8
        bytes = Array(repeating: 0, count: bytesPerRow * side)
    }

    /// Takes one byte per module, row by row; bit 0 is the colour, the other bits are libqrencode's own notes.
    init(side: Int, colours: UnsafeBufferPointer<UInt8>) {
        self.init(side: side)
        let bytesPerRow = bytesPerRow
        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            for row in 0..<side {
                for column in 0..<side {
                    let bit = unsafe colours[row * side + column] & 1
                    unsafe bytes[row * bytesPerRow + column >> 3] |= bit << (7 - column & 7)
                }
            }
        }
    }

    /// Whether a module is dark. Row and column count from 0 at the upper left.
    public internal(set) subscript(row: Int, column: Int) -> Bool {
        get {
            precondition(column >= 0 && column < side, "column \(column) is outside 0..<\(side)")
            return bytes[row * bytesPerRow + column / 8] & (0x80 >> (column % 8)) != 0
        }
        set {
            precondition(column >= 0 && column < side, "column \(column) is outside 0..<\(side)")
            let mask: UInt8 = 0x80 >> (column % 8)
            if newValue {
                bytes[row * bytesPerRow + column / 8] |= mask
            } else {
                bytes[row * bytesPerRow + column / 8] &= ~mask
            }
        }
    }
}
