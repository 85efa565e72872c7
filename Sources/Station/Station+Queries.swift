internal import API
internal import AppClips
internal import Registry
internal import Release

extension Station {
    func status() async throws -> StationStatus {
        StationStatus(
            version: Release.version, station: name, stores: try await storage.stores().count,
            experiences: try await storage.experiences().count, batches: try await storage.batches(),
            readers: readerStatuses, journal: try await storage.verifyJournal())
    }

    func detail(of name: BatchName) async throws -> BatchDetail {
        guard let batch = try await storage.batch(name) else { throw StationError.unknownBatch(name) }
        let named = Set(batch.tags.map(\.store))
        let stores = try await storage.stores().filter { named.contains($0.id) }
        let unmatched = BatchCheck.unmatched(batch.tags, experiences: try await storage.experiences())
        return BatchDetail(
            batch, stores: stores, doubts: unmatched.map { BatchDetail.Doubt(tag: $0.tag.id, why: $0.reason) })
    }

    func match(_ text: String) async throws -> ExperienceAnswer {
        let url = try InvocationURL(text)
        let experiences = try await storage.experiences()
        let active = experiences.filter { $0.status == .active }
        switch ExperienceIndex(active.map(\.url)).match(url) {
        case .match(let winner, let others):
            return ExperienceAnswer(
                url: text, outcome: .match, experience: active.first { $0.url == winner }, others: others.map(\.text),
                why: nil)
        case .noMatch(let reason):
            return ExperienceAnswer(url: text, outcome: .none, experience: nil, others: [], why: reason.description)
        case .ambiguous(let reason, let candidates):
            return ExperienceAnswer(
                url: text, outcome: .ambiguous, experience: nil, others: candidates.map(\.text),
                why: reason.description)
        }
    }
}
