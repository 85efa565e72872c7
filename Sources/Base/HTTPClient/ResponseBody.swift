/// The body of an answer, part by part as it arrives. It can be read once.
///
/// When the reader falls behind, the transfer waits for it. When the reading task is cancelled, or the last copy of
/// this value goes away, the transfer ends at once.
package struct ResponseBody: AsyncSequence, Sendable {
    private let owner: TransferOwner

    init(_ owner: TransferOwner) { self.owner = owner }

    package func makeAsyncIterator() -> Iterator { Iterator(owner: owner) }

    /// Reads the parts.
    package struct Iterator: AsyncIteratorProtocol {
        let owner: TransferOwner

        package mutating func next() async throws -> [UInt8]? { try await owner.transfer.next() }
    }

    /// The body as lines of UTF-8, without their ends (LF or CR LF). A line over `limit` bytes throws `tooLarge`.
    package func lines(limit: Int = 16 << 20) -> ResponseLines { ResponseLines(body: self, limit: limit) }
}

/// Ends the transfer when no reader is left.
final class TransferOwner: Sendable {
    let transfer: Transfer
    init(_ transfer: Transfer) { self.transfer = transfer }
    deinit { transfer.cancel() }
}
