/// A QR symbol found in a picture.
public struct DecodedSymbol: Sendable, Equatable {
    /// A point of the picture, in pixels from its upper left corner.
    public struct Point: Sendable, Equatable {
        public let x: Int
        public let y: Int

        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// The bytes the symbol carries, as they are: no character set is guessed.
    public let payload: [UInt8]
    /// The symbol's corners, in the decoder's order. Good to a module or so.
    public let corners: [Point]

    public init(payload: [UInt8], corners: [Point]) {
        self.payload = payload
        self.corners = corners
    }
}
