public import Faults
import Pictures

/// A picture for the head of a sign, in grey on white: a label has one ink.
public struct Logo: Sendable, Equatable {
    let width: Int
    let height: Int
    /// One byte per pixel, row by row: 0 is black.
    let pixels: [UInt8]
    /// Distinguishes logos without comparing pixels.
    let digest: Int

    /// A picture of these pixels.
    init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
        digest = pixels.reduce(0x3bf2_9ce4_8422_2325 ^ width) { ($0 ^ Int($1)) &* 0x100_0000_01b3 }
    }

    /// Reads a PNG of at most 4000 x 4000 pixels. Colours become grey, transparent parts white.
    public init(png file: [UInt8]) throws(LabelsError) {
        let picture: GreyPixels
        do {
            picture = try GreyPixels(png: file, largestSide: 4_000)
        } catch {
            throw LabelsError(
                code: .pictureFailed, message: "cannot use the logo", reason: error.reason,
                next: "give a PNG file of at most 4000 x 4000 pixels")
        }
        width = picture.width
        height = picture.height
        pixels = (0..<picture.width * picture.height).map { index in
            let (grey, alpha) = (Int(picture.pairs[2 * index]), Int(picture.pairs[2 * index + 1]))
            return UInt8((grey * alpha + 255 * (255 - alpha)) / 255)
        }
        // FNV-1a: the same file has the same digest in every run.
        digest = file.reduce(0x3bf2_9ce4_8422_2325) { ($0 ^ Int($1)) &* 0x100_0000_01b3 }
    }
}

/// A logo with its place on the page.
struct PlacedLogo: Sendable, Equatable {
    let logo: Logo
    let frame: Frame

    /// The rectangle that holds all its ink: between its pixels and the paper cairo draws a slope, a pixel wide.
    var reach: Frame {
        frame.grown(by: max(frame.width / Double(logo.width), frame.height / Double(logo.height)))
    }
}
