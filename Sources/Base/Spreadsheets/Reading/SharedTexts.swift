internal import TextCoding
internal import XML

/// The texts of a workbook (ISO/IEC 29500-1, 18.4): plain, or in runs of different fonts; reading aids do not count.
struct SharedTexts {
    private(set) var texts: [String] = []
    private var current = ""
    private var isInText = false
    /// How many reading aids (`rPh`) are open.
    private var aids = 0

    mutating func take(_ event: XMLEvent) {
        switch event {
        case .start("si", _): current = ""
        case .end("si"): texts.append(EscapedText.decoded(current))
        case .start("rPh", _): aids += 1
        case .end("rPh"): aids -= 1
        case .start("t", _): isInText = aids == 0
        case .end("t"): isInText = false
        case .text(let text): if isInText { current += text }
        case .start, .end: break
        }
    }
}

/// Characters that XML cannot hold are written as `_x000B_` (ISO/IEC 29500-1, 22.9.2.19).
enum EscapedText {
    static func decoded(_ text: String) -> String {
        guard text.contains("_x") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "_x") {
            result += rest[..<start.lowerBound]
            rest = rest[start.lowerBound...]
            let digits = rest.dropFirst(2).prefix(4)
            if digits.count == 4, rest.dropFirst(6).first == "_", digits.allSatisfy(\.isHexDigit),
                let code = UInt32(digits, radix: 16), let scalar = UnicodeScalar(code)
            {
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst(7)
            } else {
                result += rest.prefix(2)
                rest = rest.dropFirst(2)
            }
        }
        return result + rest
    }

    /// The same text as a spreadsheet writes it.
    static func encoded(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "_" || $0.value < 0x20 }) else { return text }
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            let escape = rest.prefix(7)
            if escape.hasPrefix("_x"), escape.last == "_", escape.count == 7,
                escape.dropFirst(2).dropLast().allSatisfy(\.isHexDigit)
            {
                result += "_x005F_"
            } else if let scalar = first.unicodeScalars.first, scalar.value < 0x20, scalar != "\t", scalar != "\n" {
                for scalar in first.unicodeScalars {
                    result += "_x\(Hexadecimal.digits(of: scalar.value, count: 4).uppercased())_"
                }
            } else {
                result.append(first)
            }
            rest = rest.dropFirst()
        }
        return result
    }
}
