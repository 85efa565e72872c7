internal import AppClips

/// What a hub may have as well as a station. All of it is read at once: behind the gates of an adoption nothing is asked for
/// by itself.
struct AdoptionDocuments {
    private let stores: [StoreID: Store]
    /// By the bytes of their URLs.
    private let experiences: [[UInt8]: Experience]
    private let profiles: [String: DeploymentProfile]
    private let batches: [BatchName: Batch]

    init(_ tables: some RegistryTables) throws {
        stores = Dictionary(try tables.stores().map { ($0.id, $0) }) { first, _ in first }
        experiences = Dictionary(try tables.experiences().map { (Self.key($0), $0) }) { first, _ in first }
        profiles = Dictionary(try tables.profiles().map { ($0.name, $0) }) { first, _ in first }
        batches = Dictionary(try tables.batchHeads().map { ($0.name, $0) }) { first, _ in first }
    }

    private static func key(_ experience: Experience) -> [UInt8] { Array(experience.url.text.utf8) }

    /// The same one as the tables have it; nil where they do not.
    subscript(store: Store) -> Store? { stores[store.id] }
    subscript(experience: Experience) -> Experience? { experiences[Self.key(experience)] }
    subscript(profile: DeploymentProfile) -> DeploymentProfile? { profiles[profile.name] }
    subscript(batch: Batch) -> Batch? { batches[batch.name] }

    /// Those that are others than the station's.
    func collisions(with other: some AdoptedTables) throws -> AdoptionReport {
        var report = AdoptionReport()
        for store in try other.stores() {
            guard let own = self[store], own.document != store.document else { continue }
            report.add("store \(store.id.fullText)", "the hub has another one of this identifier, \(own.name)")
        }
        for experience in try other.experiences() {
            guard let own = self[experience], own.document != experience.document else { continue }
            report.add("experience \(experience.url)", "the hub has it with other content, \(own.card.title)")
        }
        for profile in try other.profiles() {
            guard let own = self[profile], own.document != profile.document else { continue }
            report.add("deployment \(profile.name)", "the hub has it with other content")
        }
        for batch in try other.batchHeads() where self[batch] != nil {
            report.add("batch \(batch.name)", "the hub has a batch of this name")
        }
        return report
    }
}
