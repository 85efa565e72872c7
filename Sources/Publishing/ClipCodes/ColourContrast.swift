internal import Glibc

/// How well two colours can be distinguished, as luminance: cameras and printers lose colour first.
package enum ColourContrast {
    /// The least ratio that is taken. Apple's generator refuses pairs of low contrast without saying where it begins; the
    /// faintest of the pairs that it offers itself, white on EE7733, has 2.8.
    package static let smallest = 2.5

    /// The ratio of the luminances of two colours RRGGBB, 1 to 21 (WCAG 2.2, "contrast ratio").
    package static func ratio(_ first: String, _ second: String) -> Double {
        let (a, b) = (luminance(first), luminance(second))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Relative luminance in sRGB, 0 to 1 (IEC 61966-2-1, weights of Rec. 709).
    private static func luminance(_ colour: String) -> Double {
        guard let value = UInt32(colour, radix: 16) else { return 0 }
        let parts = [16, 8, 0].map { linear(Double(value >> UInt32($0) & 0xFF) / 255) }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func linear(_ part: Double) -> Double {
        part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
}
