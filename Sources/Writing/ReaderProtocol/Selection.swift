/// A tag in the field, and what its reader says of it.
public struct Selection: Hashable, Sendable {
    /// 4, 7 or 10 bytes, or the 8 of ISO/IEC 15693, E0 first.
    public let uid: [UInt8]
    public let evidence: Evidence

    public enum Evidence: Hashable, Sendable {
        /// As the anticollision of ISO/IEC 14443-3 found it; the answer to RATS without its length byte.
        case listed(atqa: [UInt8], sak: UInt8, ats: [UInt8])
        /// What a reader says in place of that: the historical bytes of the answer to RATS, the data storage format
        /// identifier where it says that.
        case family(TagFamily, historicalBytes: [UInt8], dsfid: UInt8?)
    }

    public init(uid: [UInt8], atqa: [UInt8], sak: UInt8, ats: [UInt8]) {
        self.uid = uid
        evidence = .listed(atqa: atqa, sak: sak, ats: ats)
    }

    public init(uid: [UInt8], family: TagFamily, historicalBytes: [UInt8] = [], dsfid: UInt8? = nil) {
        self.uid = uid
        evidence = .family(family, historicalBytes: historicalBytes, dsfid: dsfid)
    }
}

extension Selection {
    func write(to writer: inout FrameWriter) {
        writer.bytes(uid)
        switch evidence {
        case .listed(let atqa, let sak, let ats):
            writer.byte(0)
            writer.bytes(atqa)
            writer.byte(sak)
            writer.bytes(ats)
        case .family(let family, let historicalBytes, let dsfid):
            writer.byte(1)
            writer.byte(family.rawValue)
            writer.bytes(historicalBytes)
            writer.bytes(dsfid.map { [$0] } ?? [])
        }
    }

    init(from reader: inout PayloadReader) throws(ProtocolError) {
        uid = try reader.bytes()
        switch try reader.byte() {
        case 0:
            evidence = .listed(atqa: try reader.bytes(), sak: try reader.byte(), ats: try reader.bytes())
        case 1:
            let code = try reader.byte()
            guard let family = TagFamily(rawValue: code) else { throw .unknownKind(code) }
            evidence = .family(family, historicalBytes: try reader.bytes(), dsfid: try reader.bytes().first)
        case let kind: throw .unknownKind(kind)
        }
    }
}
