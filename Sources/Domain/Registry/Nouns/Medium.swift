/// What carries the URL.
public enum Medium: String, Hashable, Sendable, Codable, CaseIterable {
    case nfc
    case qr
    case appClipCode = "app-clip-code"
}
