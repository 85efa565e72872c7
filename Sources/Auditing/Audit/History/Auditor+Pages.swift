internal import Registry
internal import Synchronization

extension Auditor {
    /// Takes in the pages that `bring` hands over, on several threads, of which the calling one reads, and returns what was
    /// on them. Each content comes once, so pages may be taken in any order.
    func readPages(
        threads: Int, besides known: Set<UInt128> = [],
        _ bring: (_ take: ([SeenEvidence]) -> Void) throws -> Void
    ) throws -> [SettledContent] {
        let all = Mutex([SettledContent]())
        let take: @Sendable ([SeenEvidence]) -> Void = { [intake] page in
            let new = known.isEmpty ? page : page.filter { !known.contains($0.number) }
            let contents = new.map(SettledContent.init(unsettled:))
            all.withLock { $0 += contents }
            intake.add(new)
        }
        let workers = PageWorkers(threads: threads, take)
        defer { workers.finish() }
        try bring { page in if threads > 1 { workers.add(page) } else { take(page) } }
        workers.finish()
        return all.withLock { $0 }
    }
}
