internal import Cryptography
internal import HTTPServer

/// A body that comes piece by piece.
protocol BodyPieces: Sendable {
    /// Nil at the end.
    func next() async throws -> [UInt8]?
}

extension RequestBody: BodyPieces {}

/// A body whose digest is taken while somebody reads it.
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

    /// The digest of the whole body, also of what nobody has read.
    func digestOfAll() async throws -> String {
        while try await next() != nil {}
        let bytes = try digest.take()?.finish() ?? []
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
