package import Faults
internal import UnixSystem

/// Where a hub is: `https://hub.example`, or `http` on this machine.
package struct HubAddress: Hashable, Sendable, Codable {
    /// Without a slash at its end.
    package let url: String
    /// A PEM file of the authorities that vouch for the hub, instead of the system's.
    package let authorities: String?

    /// Refuses what would send a secret without encryption, and what has more than scheme, host and port.
    package init(_ text: String, authorities: String? = nil) throws(HubAddressError) {
        let url = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let scheme = url.firstRange(of: "://") else { throw .refused(text, "it has no scheme") }
        let rest = url[scheme.upperBound...]
        let host = rest.hasPrefix("[") ? String(rest.prefix { $0 != "]" }) + "]" : String(rest.prefix { $0 != ":" })
        guard !host.isEmpty, !rest.contains(where: { "/?#@ ".contains($0) }) else {
            throw .refused(text, "it has more, or less, than a scheme, a host and a port")
        }
        let isHere = ["localhost", "127.0.0.1", "[::1]"].contains(host)
        guard url.hasPrefix("https://") || (url.hasPrefix("http://") && isHere) else {
            throw .refused(text, "without TLS a station's secrets could be read on the way")
        }
        self.url = url
        self.authorities = authorities
    }
}

package typealias HubAddressError = Fault<HubAddressFaultCode>

package enum HubAddressFaultCode: String, FaultCode {
    /// The address is not one that a station calls.
    case badHubAddress = "bad-hub-address"
}

extension HubAddressError {
    fileprivate static func refused(_ text: String, _ reason: String) -> HubAddressError {
        HubAddressError(
            .badHubAddress, "the hub's address \(text) is refused", why: reason,
            next: "name it as https://HOST or https://HOST:PORT")
    }
}
