internal import Cryptography

/// Where browsers find a station or a hub behind a reverse proxy that ends TLS: `https://bench.example.com`.
///
/// See: RFC 6454, section 6.2
package struct PublicOrigin: Hashable, Sendable {
    /// As a browser's `Origin` has it: in small letters, an IPv6 address in its short form, without the usual port.
    package let text: String
    let port: UInt16
    /// What a request's `Host` may be: the usual port is left out by browsers, and by other programs not always.
    private let hosts: Set<String>

    package static let expecting = "an origin with https and without a path, such as https://bench.example.com"

    package init?(_ text: String) {
        let text = text.lowercased()
        guard text.hasPrefix(Self.scheme) else { return nil }
        var host = text.dropFirst(Self.scheme.count)
        var port: UInt16 = 443
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            let digits = host[host.index(after: colon)...]
            guard let number = UInt16(digits), number > 0, "\(number)" == digits else { return nil }
            port = number
            host = host[..<colon]
        }
        guard let name = ServerName(urlHost: String(host))?.urlHost else { return nil }
        self.port = port
        hosts = port == 443 ? [name, "\(name):443"] : ["\(name):\(port)"]
        self.text = Self.scheme + (port == 443 ? name : "\(name):\(port)")
    }

    private static let scheme = "https://"

    /// Whether a request is for it. `host`: in small letters.
    func isNamed(by host: String) -> Bool { hosts.contains(host) }

    /// Where phones open the page of walks.
    package var walkPage: String { text + "/walk/" }
}
