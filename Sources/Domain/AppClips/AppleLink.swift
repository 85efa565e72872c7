internal import TextCoding

/// A link that Apple makes for an App Clip, on Apple's own host. It needs no registration.
///
/// See: App Clips, "Configuring App Clip experiences".
public enum AppleLink: Sendable, Hashable {
    /// `https://appclip.apple.com/id?p=<bundle>`, with parameters of one's own. iOS 16.4 and later; from NFC tags and QR
    /// codes, never from App Clip Codes and banners. Apple's page writes it as `id?=<bundle>`, too.
    case standard(bundle: String)
    /// Another link on that host: the demo link, which takes no parameters, so all of its tags are one. App Clip Codes
    /// take its short version.
    case demo

    public static let host = "appclip.apple.com"

    /// Nil for a URL on any other host.
    public init?(_ url: InvocationURL) {
        guard url.host.lowercased() == Self.host else { return nil }
        let value = url.parameters.lazy.compactMap { parameter in
            ["p=", "="].first { parameter.starts(with: $0.utf8) }.map { parameter.dropFirst($0.utf8.count) }
        }.first
        let bundle = value.map { String(decoding: PercentCoding.decodeLeniently($0), as: UTF8.self) }
        guard url.path == "/id", let bundle, !bundle.isEmpty else {
            self = .demo
            return
        }
        self = .standard(bundle: bundle)
    }
}
