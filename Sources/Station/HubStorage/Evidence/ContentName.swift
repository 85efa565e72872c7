internal import Chips
internal import Cryptography
internal import Registry

/// The name of what a tag said: the first 128 bits of a SHA-256 over URL and UID, so that rows come in without a look-up.
struct ContentName: Hashable, Comparable {
    let bits: UInt128

    init(_ content: SeenContent) throws {
        let digest = try SHA256.hash("\(content.url)\n\(content.uid?.hexadecimal ?? "")".utf8)
        bits = digest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    init(bits: UInt128) { self.bits = bits }

    /// As a row has it.
    init(_ bytes: some Collection<UInt8>) { bits = bytes.reduce(0) { $0 << 8 | UInt128($1) } }

    var bytes: [UInt8] { unsafe withUnsafeBytes(of: bits.bigEndian) { unsafe Array($0) } }

    /// The order of the database.
    static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

/// Names of contents, and numbers of devices, made once for each of a piece's many rows.
struct HubEvidenceNames {
    private var contents: [SeenContent: ContentName] = [:]
    private var devices: [DevicePseudonym: Int64] = [:]

    mutating func content(_ content: SeenContent) throws -> ContentName {
        if let name = contents[content] { return name }
        let name = try ContentName(content)
        contents[content] = name
        return name
    }

    /// A digest of its pseudonym, never 0; 0 for none. Two devices that have the same one count as one where they meet at
    /// one content: one in four thousand million pairs does.
    mutating func device(_ pseudonym: DevicePseudonym?) throws -> Int64 {
        guard let pseudonym else { return 0 }
        if let number = devices[pseudonym] { return number }
        let digest = try SHA256.hash(pseudonym.hexadecimal.utf8).prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        devices[pseudonym] = max(1, digest)
        return max(1, digest)
    }
}
