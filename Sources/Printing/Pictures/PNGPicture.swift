import CPNG
internal import Faults
import Glibc

/// A grey picture on its way into a PNG file.
package struct PNGPicture: Sendable {
    package let width: Int
    package let height: Int
    /// 1 (0 is black, the highest bit is leftmost) or 8.
    package let bitDepth: Int
    package let bytesPerRow: Int
    package let rows: [UInt8]
    package let dotsPerInch: Int
    /// Keyword and value without NUL, in the order of the file.
    package let texts: [(keyword: String, value: String)]

    package init(
        width: Int, height: Int, bitDepth: Int, bytesPerRow: Int, rows: [UInt8], dotsPerInch: Int,
        texts: [(keyword: String, value: String)]
    ) {
        self.width = width
        self.height = height
        self.bitDepth = bitDepth
        self.bytesPerRow = bytesPerRow
        self.rows = rows
        self.dotsPerInch = dotsPerInch
        self.texts = texts
    }

    /// The file. The same picture gives the same bytes: no time stamp, fixed compression.
    /// C: `png_write_info`, `png_write_row`, `png_write_end`, inside `waymark_png_write`.
    package func encoded() throws(PictureError) -> [UInt8] {
        precondition(rows.count >= bytesPerRow * height, "the rows are shorter than the picture")
        let terminated: [[UInt8]] = texts.map { Array($0.keyword.utf8) + [0] + Array($0.value.utf8) + [0] }
        var file = unsafe waymark_png_file()
        defer { unsafe free(file.bytes) }
        let isWhole = unsafe rows.withUnsafeBufferPointer { rows in
            unsafe Array(terminated.joined()).withUnsafeBytes { texts in
                var picture = unsafe waymark_png_picture(
                    width: UInt32(width), height: UInt32(height), bit_depth: Int32(bitDepth),
                    // An inch is 0.0254 m; pHYs holds whole pixels per metre.
                    pixels_per_metre: UInt32((dotsPerInch * 10_000 + 127) / 254),
                    rows: rows.baseAddress, stride: bytesPerRow,
                    texts: texts.baseAddress?.assumingMemoryBound(to: CChar.self),
                    text_count: terminated.count)
                return unsafe waymark_png_write(&picture, &file) == 1
            }
        }
        guard isWhole else {
            let message = unsafe withUnsafeBytes(of: &file.message) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw PictureError(
                code: .writing,
                message: "cannot write a PNG of \(width) x \(height) pixels",
                reason: "libpng: \(message.isEmpty ? "out of memory" : message)",
                next: "free memory on this machine, or ask for a smaller picture")
        }
        return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
