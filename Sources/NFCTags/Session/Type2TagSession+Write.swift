extension Type2TagSession {
    /// Carries out a plan for this tag, page by page. `written` is told after each page how many of how many are
    /// acknowledged. An acknowledgement proves nothing: `verify` afterwards.
    ///
    /// Stops at the first page that is not acknowledged. The tag then holds its old content, no message, or the new
    /// one (see `WriteOrder`); whether that page changed is unknown.
    public func write(
        _ plan: WritePlan, written: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(TagError) {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        for (index, write) in plan.writes.enumerated() {
            do {
                _ = try await connection.link.transceive(
                    Type2Command.write(write), expecting: .acknowledgement)
            } catch {
                throw .writeUnknown(uid, page: write.page, error)
            }
            written(index + 1, plan.writes.count)
        }
    }
}
