internal import API
internal import Faults
internal import Registry

/// What the tags need comes down: the hub gives it page by page, from the mark of the last one on.
extension StationSync {
    /// So many in one round: a hub whose pages do not end holds no station up, and the next round continues.
    private static let mostPages = 1_000

    /// Asks for what the tags need, unless nothing of it has changed. What is asked for now is as new as what the hub
    /// has said, or newer. `known`: how far that had come when the round began. `head`: the hub's end of the chain.
    ///
    /// What came with a grant may be older than what another program has received meanwhile: behind one it is always
    /// asked for.
    func receiveDocuments(
        asOf orders: StationOrders, after known: KeptDocuments, from head: JournalPoint?, into round: inout Round
    ) async throws {
        if round.granted == 0, let mark = orders.documents, mark == known.orders { return }
        // Before anything is received: who fails behind this, or overtakes another program, leaves a log by which it
        // comes once more.
        guard var kept = try witness.keep(orders: nil, page: known.page, after: known) else { return }
        var head = head
        // Pages that an earlier round has begun lack what has changed since: that comes in others, behind them.
        var isOwn = known.page == nil || known.orders != nil
        for _ in 1...Self.mostPages {
            guard let page = try await page(after: kept.page) else {
                try await receive(try await hub.documents(of: credentials.chain), from: &head, into: &round)
                // No page: the one that is kept may have others behind it that have not come.
                _ = try witness.keep(orders: orders.documents, page: nil, after: kept)
                return
            }
            try await receive(page.documents, from: &head, into: &round)
            let isDone = page.isLast && isOwn
            // What went up in this round may be what the hub cannot follow: its next word says so.
            let isTold = !page.mark.isEmpty || round.uploaded == 0
            let next = try witness.keep(
                orders: isDone && isTold ? orders.documents : nil, page: page.mark, after: kept)
            guard let next, !isDone else { return }
            kept = next
            isOwn = isOwn || page.isLast
        }
    }

    /// Journals what came, and sends the entry.
    private func receive(
        _ documents: HubDocuments, from head: inout JournalPoint?, into round: inout Round
    ) async throws {
        guard documents != HubDocuments() else { return }
        _ = try await station.receive(documents)
        head = try await upload(from: head, into: &round)
    }

    /// Nil from a hub of a version without pages, which gives everything at once.
    private func page(after mark: String?) async throws -> DocumentsGiven? {
        do { return try await hub.documents(of: credentials.chain, after: mark) } catch let error as ClientError
            where error.complaint.code.rawValue == "not-found"
        {
            return nil
        }
    }
}
