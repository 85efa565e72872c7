/// Which Debian package has a font with a character, found by asking the fonts of Debian 12 themselves (fc-query).
enum FontPackage {
    /// The package's name; nil for characters that are not in Unicode, or are private.
    static func name(for scalar: UnicodeScalar) -> String? {
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse, .surrogate, .control: return nil
        default: break
        }
        if scalar.properties.isEmojiPresentation { return "fonts-noto-color-emoji" }
        return others.first { $0.range.contains(scalar.value) }?.package ?? "fonts-noto-core"
    }

    /// What to install for a text in which some character is missing.
    static func advice(for text: String) -> String {
        let packages = Set(text.unicodeScalars.filter { $0.value > 0x7E }.compactMap { name(for: $0) }).sorted()
        return packages.isEmpty
            ? "replace the character"
            : "install a font for its script: sudo apt-get install \(packages.joined(separator: " "))"
    }

    /// What fonts-noto-core does not have, by block of Unicode 15.
    private static let others: [(range: ClosedRange<UInt32>, package: String)] = [
        (0x860...0x89F, "fonts-unifont"), (0x1100...0x11FF, "fonts-noto-cjk"), (0x1700...0x171F, "fonts-unifont"),
        (0x1AB0...0x1AFF, "fonts-unifont"), (0x2500...0x259F, "fonts-noto-cjk"), (0x2E00...0x2E7F, "fonts-unifont"),
        (0x2E80...0x319F, "fonts-noto-cjk"), (0x31A0...0x31BF, "fonts-babelstone-han"),
        (0x31C0...0x4DB5, "fonts-noto-cjk"), (0x4DB6...0x4DBF, "fonts-babelstone-han"),
        (0x4E00...0x9FEF, "fonts-noto-cjk"), (0x9FF0...0x9FFF, "fonts-babelstone-han"),
        (0xA960...0xA97F, "fonts-noto-cjk"), (0xAC00...0xD7FF, "fonts-noto-cjk"),
        (0xF900...0xFAFF, "fonts-babelstone-han"), (0xFE00...0xFE0F, "fonts-symbola"),
        (0xFE10...0xFE1F, "fonts-noto-cjk"), (0xFE30...0xFE6F, "fonts-noto-cjk"), (0xFF00...0xFFEF, "fonts-noto-cjk"),
        (0x10570...0x105BF, "fonts-unifont"), (0x10780...0x107BF, "fonts-unifont"),
        (0x10F70...0x10FDF, "fonts-unifont"), (0x11700...0x1174F, "fonts-unifont"),
        (0x11900...0x119FF, "fonts-unifont"), (0x11AB0...0x11ABF, "fonts-unifont"),
        (0x11EE0...0x11FBF, "fonts-unifont"), (0x12F90...0x12FFF, "fonts-unifont"),
        (0x13430...0x1343F, "fonts-unifont"), (0x16A70...0x16ACF, "fonts-unifont"),
        (0x16FE0...0x16FFF, "fonts-unifont"), (0x18B00...0x1AFFF, "fonts-unifont"),
        (0x1B000...0x1B16F, "fonts-babelstone-han"), (0x1CF00...0x1CFCF, "fonts-unifont"),
        (0x1DF00...0x1DFFF, "fonts-unifont"), (0x1E290...0x1E2BF, "fonts-unifont"),
        (0x1E7E0...0x1E7FF, "fonts-unifont"), (0x1ED00...0x1ED4F, "fonts-unifont"),
        (0x1F100...0x1F1FF, "fonts-symbola"), (0x1F200...0x1F2FF, "fonts-noto-cjk"),
        (0x1F300...0x1F5FF, "fonts-symbola"), (0x1F680...0x1F6FF, "fonts-symbola"),
        (0x1F900...0x1F9FF, "fonts-noto-color-emoji"), (0x1FA70...0x1FAFF, "fonts-noto-color-emoji"),
        (0x20000...0x3FFFF, "fonts-babelstone-han"),
    ]
}
