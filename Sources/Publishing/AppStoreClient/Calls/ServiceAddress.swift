internal import Faults

/// Where App Store Connect is. A token goes only there, and only through TLS: without it the server must be on this
/// machine, as in a test.
package struct ServiceAddress: Sendable, Equatable {
    package static let apple = ServiceAddress(unchecked: "https://api.appstoreconnect.apple.com")

    /// Scheme, host and port.
    let origin: String

    private init(unchecked origin: String) { self.origin = origin }

    /// `https://HOST[:PORT]`, or `http://127.0.0.1:PORT`.
    package init(_ text: String) throws(ServiceError) {
        let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
        let rest = origin.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = origin.hasPrefix("http://127.0.0.1:") || origin.hasPrefix("http://[::1]:")
        guard rest.count == 3, !rest[2].isEmpty, !origin.contains("@"), origin.hasPrefix("https://") || isPlain else {
            throw ServiceError(
                code: .badAddress, message: "cannot ask the server \(text)",
                reason: "a token must not travel in the clear, nor to an address with a path",
                next: "give https://HOST, or http://127.0.0.1:PORT for a server on this machine")
        }
        self.origin = origin
    }

    /// The address of a path, or of a following page that an answer names: that must be here, too.
    func url(_ path: String) throws(ServiceError) -> String {
        if path.hasPrefix("/") { return origin + path }
        guard path.hasPrefix(origin + "/") else { throw foreign("the address of a following page", path) }
        return path
    }

    /// The address of an upload, which carries no token and may be elsewhere.
    func uploadURL(_ url: String) throws(ServiceError) -> String {
        guard url.hasPrefix("https://") || (origin.hasPrefix("http://") && url.hasPrefix(origin + "/")) else {
            throw foreign("the address of an upload", url)
        }
        return url
    }

    private func foreign(_ what: String, _ url: String) -> ServiceError {
        let place = url.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
        return ServiceError(
            code: .badAddress, message: "\(origin) gave \(what) that is refused", reason: "it is at \(place)",
            next: "check that no proxy is between this machine and App Store Connect")
    }
}
