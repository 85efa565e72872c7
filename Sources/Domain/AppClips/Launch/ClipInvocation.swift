/// A way in which people invoke an App Clip: the rows of Apple's table in "Configuring App Clip experiences". App Clip
/// Codes are two of them, because a code with an NFC tag in it can be touched.
package enum ClipInvocation: String, Sendable, Codable, CaseIterable {
    case nfcTag = "nfc-tag"
    case qrCode = "qr-code"
    case scannedCode = "app-clip-code"
    case touchedCode = "nfc-integrated-code"
    case maps
    /// Spotlight and Siri Suggestions.
    case suggestion
    case messages
    /// The Smart App Banner or the card on a page of the website.
    case website
    /// A preview in another app (Link Presentation).
    case linkPreview = "link-preview"
    /// A link in another app, in an email or on another website.
    case openedLink = "opened-link"

    /// What a person does.
    package var words: String {
        switch self {
        case .nfcTag: "touches an NFC tag"
        case .qrCode: "scans a QR code"
        case .scannedCode: "scans an App Clip Code with the camera"
        case .touchedCode: "touches an NFC-integrated App Clip Code"
        case .maps: "taps the App Clip of a place in Maps"
        case .suggestion: "taps it in Spotlight"
        case .messages: "taps a link in Messages"
        case .website: "opens the page in Safari"
        case .linkPreview: "taps a preview in another app"
        case .openedLink: "taps a plain link in another app"
        }
    }

    package var isClipCode: Bool { self == .scannedCode || self == .touchedCode }
}
