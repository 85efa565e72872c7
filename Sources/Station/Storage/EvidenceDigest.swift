internal import Chips
internal import Cryptography
internal import Geodesy
package import Registry

/// The second key of a row of evidence: the first eight bytes of the SHA-256 over the fields, each behind its length. Two
/// rows are taken for the same one when they agree in these and in their second.
package struct EvidenceDigest: ~Copyable {
    /// One row after the other is written here.
    private var bytes: [UInt8] = []
    private var hash: SHA256

    package init() throws { hash = try SHA256() }

    package mutating func digest(of sighting: KeptSighting) throws -> Int64 {
        add("s")
        add(String(sighting.time))
        add(sighting.url)
        add(sighting.uid?.hexadecimal ?? "")
        add(String(sighting.place.latitude))
        add(String(sighting.place.longitude))
        add(String(sighting.sigma))
        add(sighting.device?.hexadecimal ?? "")
        return try finish()
    }

    package mutating func digest(of confirmation: KeptConfirmation) throws -> Int64 {
        add("c")
        add(String(confirmation.time))
        add(confirmation.url)
        add(confirmation.outcome)
        add(confirmation.device?.hexadecimal ?? "")
        return try finish()
    }

    /// Of what a person noted about a scan.
    mutating func digest(ofNote note: String, picture: [UInt8]?) throws -> Int64 {
        add("r")
        add(note)
        bytes += picture ?? []
        return try finish()
    }

    /// Of what is kept of a content.
    package mutating func digest(of folded: FoldedEvidence, content: Int64) throws -> Int64 {
        add("e")
        add("\(content) \(folded.sightings) \(folded.lastSeen) \(folded.confirmations)")
        bytes += FoldedBytes.bytes(of: folded.visits)
        add("")
        bytes += FoldedBytes.bytes(of: folded.witnesses)
        return try finish()
    }

    /// Of rows that wait to be folded, packed.
    mutating func digest(ofSightings sightings: [UInt8], confirmations: [UInt8]) throws -> Int64 {
        add("a")
        bytes += sightings
        add("")
        bytes += confirmations
        return try finish()
    }

    /// Of what an audit has settled.
    package mutating func digest(of settled: SettledContent) throws -> Int64 {
        add("j")
        add(settled.content.url)
        add(settled.content.uid?.hexadecimal ?? "")
        add("\(settled.sightings) \(settled.confirmations)")
        if let tag = settled.tag {
            for name in [tag.store.key, tag.tag?.text ?? "", tag.batch?.text ?? "", tag.named?.text ?? ""] { add(name) }
            add("\(tag.visits) \(tag.firstVisit) \(tag.lastSeen)")
        }
        return try finish()
    }

    private mutating func add(_ field: String) {
        bytes += String(field.utf8.count).utf8
        bytes.append(0x3A)
        bytes += field.utf8
    }

    private mutating func finish() throws -> Int64 {
        defer { bytes.removeAll(keepingCapacity: true) }
        try hash.update(bytes)
        return Int64(bitPattern: try hash.takeBeginning())
    }
}
