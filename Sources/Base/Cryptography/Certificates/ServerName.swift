import CCrypto

/// A name or an address under which a server is reached, as a certificate has it (RFC 5280, 4.2.1.6).
package enum ServerName: Hashable, Sendable, CustomStringConvertible {
    /// In small letters, without a trailing dot.
    case host(String)
    /// An IPv4 or IPv6 address.
    case address(String)

    /// Nil for what is neither. A wildcard is none: a station has a name.
    package init?(_ text: String) {
        let text = text.lowercased()
        if Self.isAddress(text) {
            self = .address(text)
        } else if Self.isHost(text) {
            self = .host(text)
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .host(let name): name
        case .address(let address): address
        }
    }

    /// `DNS:bench.example`, `IP:192.0.2.10`.
    var alternative: String {
        switch self {
        case .host(let name): "DNS:\(name)"
        case .address(let address): "IP:\(address)"
        }
    }

    /// The one name or address, as a name constraint has it: an address with its mask (RFC 5280, 4.2.1.10).
    var constraint: String {
        switch self {
        case .host(let name): "DNS:\(name)"
        case .address(let address) where isVersion6: "IP:\(address)/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
        case .address(let address): "IP:\(address)/255.255.255.255"
        }
    }

    var isVersion6: Bool {
        if case .address(let address) = self { address.contains(":") } else { false }
    }

    /// `a2i_IPADDRESS`
    private static func isAddress(_ text: String) -> Bool {
        guard text.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }), let octets = unsafe a2i_IPADDRESS(text)
        else { return false }
        unsafe ASN1_OCTET_STRING_free(octets)
        return true
    }

    /// Labels of 1 to 63 letters, digits and hyphens, 253 characters in all (RFC 1123, 2.1). The last is not a number.
    private static func isHost(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.last?.contains(where: \.isLetter) == true
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }
}
