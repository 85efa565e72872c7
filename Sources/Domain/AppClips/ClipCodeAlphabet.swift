internal import TextCoding

/// What an App Clip Code can carry. See: App Clips, "Encoding a URL in an App Clip Code" and "Configuring App Clip
/// experiences".
///
/// Whether a URL of these characters is short enough only Apple's tools know.
public enum ClipCodeAlphabet {
    /// Why no code can be made of a URL; nil when nothing is known against it.
    public static func complaint(about url: InvocationURL) -> String? {
        if let link = AppleLink(url), ClipLink(link, url).support(of: .scannedCode) == .no {
            return switch link {
            case .standard: "codes do not carry Apple's default link"
            case .demo: "codes carry Apple's demo link in its short version alone"
            }
        }
        if url.scheme != "https" { return "it does not begin with https in lower case" }
        if url.userInfo != nil || url.port != nil { return "it has a user or a port" }
        if url.hostIsInternational { return "its host has letters outside ASCII, or their xn-- form" }
        let host = url.bytes[url.hostRange].first {
            !(0x61...0x7A).contains($0) && !ASCII.isDigit($0) && $0 != 0x2E && $0 != 0x2D
        }
        if let host { return "its host has the character \(shown(host)): only a to z, full stop and hyphen are listed" }
        let other = url.bytes[url.hostRange.upperBound...].first {
            !ASCII.isLetter($0) && !ASCII.isDigit($0) && !"/#?=%-._,+;:&".utf8.contains($0)
        }
        return other.map { "it has the character \(shown($0)), which a code cannot carry" }
    }

    /// What Apple's page does not list, although Apple's generator takes it; nil when there is nothing of the kind.
    public static func doubt(about url: InvocationURL) -> String? {
        guard complaint(about: url) == nil, let digit = url.bytes[url.hostRange].first(where: ASCII.isDigit) else {
            return nil
        }
        return "its host has the digit \(shown(digit)), which Apple's page does not list and Apple's generator takes"
    }

    private static func shown(_ byte: UInt8) -> String {
        byte < 0x80 ? "\"\(Character(UnicodeScalar(byte)))\"" : "outside ASCII"
    }
}
