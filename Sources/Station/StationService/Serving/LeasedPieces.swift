internal import HTTPServer

/// A body that is taken as long as its caller is let in.
struct LeasedPieces: BodyPieces {
    let pieces: any BodyPieces
    let lease: Lease

    /// Asks when the piece is there: it may have been waited for for hours. The end counts as a piece.
    func next() async throws -> [UInt8]? {
        let piece = try await pieces.next()
        try lease.check()
        return piece
    }
}
