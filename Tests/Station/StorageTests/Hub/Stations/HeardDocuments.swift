import AppClips
import Grants
import HubStorage
import Registry

/// What a station has of documents that hears of them page by page.
struct HeardDocuments {
    private(set) var mark: String?
    private var tags: [TagID: Registry.Tag] = [:]
    private var stores: [StoreID: Store] = [:]
    private var experiences: [InvocationURL: Experience] = [:]
    private var deployments: [String: DeploymentProfile] = [:]
    private var heads: [BatchName: Batch] = [:]

    init(after mark: String? = nil) { self.mark = mark }

    /// Takes all pages up to the last one.
    @discardableResult
    mutating func hear(
        _ hub: HubRegistry, of chain: ChainName, within limit: DocumentPageLimit = .usual
    ) async throws -> [DocumentPage] {
        var pages: [DocumentPage] = []
        repeat {
            let page = try await hub.documents(heldBy: chain, after: mark, within: limit)
            take(page.documents)
            mark = page.mark
            pages.append(page)
        } while pages.last?.isLast == false
        return pages
    }

    /// Until nothing comes any more: what has changed comes again as long as any transaction of the server, another
    /// test's say, was begun before.
    mutating func settle(_ hub: HubRegistry, of chain: ChainName) async throws {
        while try await hear(hub, of: chain).map(\.documents) != [HubDocuments()] {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    mutating func take(_ documents: HubDocuments) {
        for store in documents.stores { stores[store.id] = store }
        for experience in documents.experiences { experiences[experience.url] = experience }
        for profile in documents.deployments { deployments[profile.name] = profile }
        for batch in documents.batches {
            heads[batch.name] = batch.with([])
            for tag in batch.tags { tags[tag.id] = tag }
        }
    }

    /// What it has not, or otherwise, of documents that the hub gives at once.
    func missing(of all: HubDocuments) -> [String] {
        let plans = all.batches.flatMap(\.tags).filter { tag in
            guard let known = tags[tag.id] else { return true }
            return (known.url, known.placement) != (tag.url, tag.placement) || known.store != tag.store
                || known.batch != tag.batch || known.deployed != tag.deployed
        }
        let batches = all.batches.filter { batch in
            guard let known = heads[batch.name] else { return true }
            return known.rules != batch.rules || known.template != batch.template
                || known.deployment != batch.deployment
        }
        var missing = plans.map { "tag \($0.id)" } + batches.map { "batch \($0.name)" }
        missing += all.stores.filter { stores[$0.id] != $0 }.map { "store \($0.id)" }
        missing += all.experiences.filter { experiences[$0.url] != $0 }.map { "experience \($0.url.text)" }
        missing += all.deployments.filter { deployments[$0.name] != $0 }.map { "deployment \($0.name)" }
        return missing
    }
}

extension [DocumentPage] {
    var tags: [Registry.Tag] { flatMap { $0.documents.batches.flatMap(\.tags) } }
    var batches: [String] { flatMap { $0.documents.batches.map(\.name.text) } }
    var stores: [String] { flatMap { $0.documents.stores.map(\.name) } }
    var experiences: [String] { flatMap { $0.documents.experiences.map(\.card.title) } }
    var deployments: [String] { flatMap { $0.documents.deployments.map(\.name) } }
}
