internal import Faults

/// A picture with one byte per pixel, row by row without padding: 0 is black, 255 is white.
package struct GreyPicture: Sendable, Equatable {
    /// Pixels per row, 1 to 65535.
    package let width: Int
    /// Rows, 1 to 65535.
    package let height: Int
    package let pixels: [UInt8]

    /// Takes pixels as they are. Throws when their number is not `width` times `height`.
    package init(width: Int, height: Int, pixels: [UInt8]) throws(SymbolDecodingError) {
        let sides = 1...65_535
        guard sides.contains(width), sides.contains(height), pixels.count == width * height else {
            throw .pictureInvalid(width: width, height: height, bytes: pixels.count)
        }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The part of the picture inside a rectangle, clipped to the picture.
    /// Throws when nothing of the rectangle is inside.
    package func cropped(x: Int, y: Int, width: Int, height: Int) throws(SymbolDecodingError) -> GreyPicture {
        let columns = max(0, x)..<max(0, x, min(self.width, x + width))
        let rows = max(0, y)..<max(0, y, min(self.height, y + height))
        var part: [UInt8] = []
        part.reserveCapacity(columns.count * rows.count)
        for row in rows {
            let start = row * self.width
            part.append(contentsOf: pixels[start + columns.lowerBound..<start + columns.upperBound])
        }
        return try GreyPicture(width: columns.count, height: rows.count, pixels: part)
    }

    /// Black for white, and white for black.
    package func inverted() throws(SymbolDecodingError) -> GreyPicture {
        try GreyPicture(width: width, height: height, pixels: pixels.map { 255 - $0 })
    }

    /// The picture with `factor` times `factor` pixels in one, at their mean. Pixels that do not fill the last
    /// column or row are left out; `factor` is 1 to the smaller side.
    package func reduced(by factor: Int) throws(SymbolDecodingError) -> GreyPicture {
        let (width, height) = (width / factor, height / factor)
        let area = UInt32(factor * factor)
        var sums = [UInt32](repeating: 0, count: width)
        var reduced: [UInt8] = []
        reduced.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width { sums[column] = 0 }
            for line in row * factor..<(row + 1) * factor {
                var pixel = line * self.width
                for column in 0..<width {
                    var sum: UInt32 = 0
                    for _ in 0..<factor {
                        sum &+= UInt32(pixels[pixel])
                        pixel &+= 1
                    }
                    sums[column] &+= sum
                }
            }
            for column in 0..<width { reduced.append(UInt8(sums[column] / area)) }
        }
        return try GreyPicture(width: width, height: height, pixels: reduced)
    }
}
