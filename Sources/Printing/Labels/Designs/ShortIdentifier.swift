/// A tag identifier as people copy it from a label: short, with a check character that catches a wrong or a
/// swapped letter.
public enum ShortIdentifier {
    /// More characters than this are not copied by hand; the last ones distinguish the tags of a batch.
    private static let longest = 20
    private static let kept = 12
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// The identifier as printed on a label, such as `BEC-1000/7`.
    public static func text(of tag: String) -> String {
        let short = tag.count > longest ? "\u{2026}\(tag.suffix(kept))" : tag
        return "\(short)/\(checkCharacter(of: tag))"
    }

    /// The check character of a whole identifier (ISO/IEC 7064, MOD 37,36): letters count without their case;
    /// what is neither letter nor digit of ASCII does not count.
    public static func checkCharacter(of tag: String) -> Character {
        var product = 36
        for byte in tag.utf8 {
            let upper = (0x61...0x7a).contains(byte) ? byte - 0x20 : byte
            guard let value = alphabet.firstIndex(of: upper) else { continue }
            let sum = (product + value) % 36
            product = (sum == 0 ? 36 : sum) * 2 % 37
        }
        return Character(UnicodeScalar(alphabet[(37 - product) % 36]))
    }
}
