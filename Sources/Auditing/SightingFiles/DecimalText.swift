internal import Foundation

/// Numbers as files of sightings have them: decimal, without an exponent.
enum DecimalText {
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        guard text.contains("e") else { return text }
        // 15 decimals of a degree are a tenth of a nanometre.
        return String(format: "%.15f", number)
    }
}
