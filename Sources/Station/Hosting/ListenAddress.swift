internal import UnixSystem

/// A TCP address in numbers, and a port: `127.0.0.1:7373`, `[::1]:7373`.
package struct ListenAddress: Equatable, Sendable {
    package let address: String
    package let port: UInt16

    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard isBracketed || !host.contains(":"), !host.isEmpty else { return nil }
        address = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        self.port = port
    }

    package var isLoopback: Bool { TCPListener.isLoopback(address) }

    package static let expecting = "an address in numbers and a port, such as 127.0.0.1:7373 or [::1]:7373"
}
