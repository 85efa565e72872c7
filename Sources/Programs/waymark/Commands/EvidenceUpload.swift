import API
import Registry

/// A file of evidence on its way to the daemon, a piece at a time: it may be larger than memory.
struct EvidenceUpload {
    let kind: EvidenceKind
    /// The name by which bad rows are reported.
    let file: String
    /// The audit that it is for; nil: it is only kept.
    let audit: Int?

    /// Bytes that go to the daemon at once. It answers when they are read, and waits for the next; the last answer comes when
    /// every row is kept.
    private static let pieceSize = 32 << 20

    /// Sends all of a file's bytes.
    func send(_ whole: [UInt8], to client: WaymarkClient) async throws -> EvidenceProgress {
        var rest = whole
        return try await send(to: client) {
            defer { rest = [] }
            return rest
        }
    }

    /// `next` gives the next bytes, none at the end.
    func send(to client: WaymarkClient, _ next: () throws -> [UInt8]) async throws -> EvidenceProgress {
        var piece = try next()
        var id: Int?
        while true {
            var following: [UInt8] = []
            repeat {
                following = try next()
                guard piece.count < Self.pieceSize else { break }
                piece += following
            } while !following.isEmpty
            let isLast = following.isEmpty
            let progress = try await client.importEvidence(
                kind, file: file, import: id, more: !isLast, audit: audit, piece)
            if isLast { return progress }
            id = progress.import
            piece = following
        }
    }
}
