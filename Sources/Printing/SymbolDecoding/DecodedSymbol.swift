/// A QR symbol found in a picture.
package struct DecodedSymbol: Sendable, Equatable {
    /// A point of the picture, in pixels from its upper left corner.
    package struct Point: Sendable, Equatable {
        package let x: Int
        package let y: Int

        package init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// The bytes the symbol carries, as they are: no character set is guessed.
    package let payload: [UInt8]
    /// The symbol's corners, in the decoder's order. Good to a module or so.
    package let corners: [Point]

    package init(payload: [UInt8], corners: [Point]) {
        self.payload = payload
        self.corners = corners
    }
}
