internal import TextCoding

/// A link that Apple makes for an App Clip, on Apple's own host. It needs no registration.
///
/// See: App Clips, "Configuring App Clip experiences".
public enum AppleLink: Sendable, Hashable {
    /// `https://appclip.apple.com/id?p=<bundle>`, with parameters of one's own. iOS 16.4 and later.
    case standard(bundle: String)
    /// Another link on that host: the demo link, which takes no parameters, so all of its tags are one.
    case demo

    public static let host = "appclip.apple.com"

    /// Nil for a URL on any other host.
    public init?(_ url: InvocationURL) {
        guard url.host.lowercased() == Self.host else { return nil }
        let bundle = url.parameters.first { $0.starts(with: "p=".utf8) }.map {
            String(decoding: PercentCoding.decodeLeniently($0.dropFirst(2)), as: UTF8.self)
        }
        guard url.path == "/id", let bundle, !bundle.isEmpty else {
            self = .demo
            return
        }
        self = .standard(bundle: bundle)
    }
}
