internal import Cryptography
internal import HTTPServer

/// A body that comes piece by piece.
protocol BodyPieces: Sendable {
    /// Nil at the end.
    func next() async throws -> [UInt8]?
}

extension RequestBody: BodyPieces {}

/// A body whose digest is computed while it is read.
actor DigestedBody: BodyPieces {
    private let body: RequestBody
    private var digest: SHA256?

    init(_ body: RequestBody) {
        self.body = body
    }

    func next() async throws -> [UInt8]? {
        guard let piece = try await body.next() else { return nil }
        if digest == nil { digest = try SHA256() }
        try digest?.update(piece)
        return piece
    }

    /// The digest of the whole body, also of what was not read.
    func digestOfAll() async throws -> String {
        while try await next() != nil {}
        return try digest.take()?.hexadecimal() ?? ""
    }
}
