extension Type2TagSession {
    /// Carries out a plan for this tag, page by page. `written` gets the acknowledged and the total number after each
    /// page. An acknowledgement proves nothing: `verify` afterwards. A plan that needs the password opens the tag with
    /// it first.
    ///
    /// Stops at the first page that is not acknowledged. The tag then holds its old content, no message, or the new
    /// one (see `PageOrder`); whether that page changed is unknown.
    public func write(
        _ plan: Type2WritePlan, password: TagPassword? = nil,
        written: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(TagError) {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        if plan.needsPassword { try await open(with: password) }
        for (index, write) in plan.writes.enumerated() {
            do {
                try await self.write(write)
            } catch {
                throw index < plan.writes.count - 1 ? error : error.atTheEnd
            }
            written(index + 1, plan.writes.count)
        }
    }

    func write(_ write: PageWrite) async throws(TagError) {
        do {
            _ = try await connection.link.transceive(Type2Command.write(write), expecting: .acknowledgement)
        } catch {
            throw .writeUnknown(uid, page: write.page, error)
        }
    }
}
