public import Faults

/// A record of the well-known type `U`: one URI, its start shortened to a prefix code.
public struct URIRecord: Hashable, Sendable {
    /// The URI in full. Compare URIs, not payloads: one URI has several encodings.
    public let uri: String

    /// A record for a URI with no character below 20 (hexadecimal), as RTD URI 1.0, 3.2.3 requires.
    public init(_ uri: String) throws(NDEFError) {
        guard !uri.isEmpty else { throw NDEFError(.badURI, reason: "the URI is empty") }
        guard uri.utf8.allSatisfy({ $0 >= 0x20 }) else {
            throw NDEFError(.badURI, reason: "the URI contains a control character")
        }
        self.uri = uri
    }

    /// Reads a record; nil when it is not of the type `U`.
    public init?(_ record: NDEFRecord) throws(NDEFError) {
        guard record.format == .wellKnown, record.type == [UInt8(ascii: "U")] else { return nil }
        guard let code = record.payload.first else {
            throw NDEFError(.badURI, reason: "the payload is empty")
        }
        guard URIPrefix.expansions.indices.contains(Int(code)) else {
            throw NDEFError(.badURI, reason: "the prefix code \(code) is reserved")
        }
        guard let rest = String(validating: record.payload.dropFirst(), as: UTF8.self) else {
            throw NDEFError(.badURI, reason: "the payload is not UTF-8")
        }
        try self.init(URIPrefix.expansions[Int(code)] + rest)
    }

    /// The record on the wire, with the longest prefix that fits.
    public var record: NDEFRecord {
        let (code, rest) = URIPrefix.longest(of: uri)
        return NDEFRecord(
            unchecked: .wellKnown, type: [UInt8(ascii: "U")], identifier: [], payload: [code] + rest)
    }
}
