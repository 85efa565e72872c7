internal import Audit
internal import Foundation
internal import Geodesy
internal import Registry

/// What the page's script reads (Parts/data.js): row values identified by position, since names on each of thousands of
/// rows would be most of the page.
struct ReportData: Encodable {
    /// As many tags as a map can show and a page can carry. Those of findings are always there.
    static let tagLimit = 6_000

    let made: String
    let summary: AuditReport.Summary
    /// Bad rows.
    let bad: Int
    /// What a sample says about its batch.
    let sample: String?
    /// Tags that are not on the map.
    private(set) var left = 0
    private(set) var stores: [StoreRow] = []
    private(set) var tags: [TagRow] = []
    private(set) var findings: [FindingRow] = []
    private(set) var shapes: [[String]] = []

    private enum CodingKeys: String, CodingKey {
        case made
        case summary
        case bad
        case sample
        case left
        case stores
        case tags
        case findings
        case shapes
    }

    init(_ report: AuditReport, words: [FindingWords]?, map: AuditMap, made: Timestamp) {
        self.made = made.iso8601
        summary = report.summary
        bad = report.badRows?.count ?? 0
        sample = report.sample?.text
        var gathering = Gathering(map)
        // Stores and tags of findings first: whatever is left out later, they are in.
        let concerned = Set(report.findings.flatMap(\.tags))
        let wanted = map.features.filter { $0.properties.kind == .tag && concerned.contains($0.label) }
        let others = map.features.filter { $0.properties.kind == .tag && !concerned.contains($0.label) }
            .sorted { ($0.properties.verdict == .inside ? 1 : 0) < ($1.properties.verdict == .inside ? 1 : 0) }
        // What a tag holds is worth its bytes where the finding is about it.
        let about: Set<FindingCode> = [
            .foreign, .wrongContent, .unregistered, .ambiguous, .unknownTag, .cloned, .outdated,
        ]
        let contents = Set(report.findings.filter { about.contains($0.code) }.flatMap(\.tags))
        for feature in wanted { gathering.add(feature, withURL: contents.contains(feature.label)) }
        let room = max(0, Self.tagLimit - wanted.count)
        for feature in others.prefix(room) { gathering.add(feature, withURL: false) }
        left = max(0, others.count - room)
        findings = report.findings.enumerated().map { gathering.row(of: $1, saying: words?[$0]) }
        gathering.addRegions(atMost: Self.tagLimit)
        shapes = gathering.sentences.shapes
        stores = gathering.stores
        tags = gathering.tags
    }
}

extension AuditMap.Feature {
    /// What findings call the tag: its identifier, else its chip, else what it holds.
    var label: String { properties.tag ?? properties.uid ?? properties.url ?? "" }

    /// The store to which it belongs, and the one where it was seen.
    var store: StoreID? { Self.store(properties.store, properties.deployment) }
    var foundStore: StoreID? { Self.store(properties.foundStore, properties.foundDeployment) }

    private static func store(_ id: String?, _ deployment: String?) -> StoreID? {
        id.flatMap { StoreID($0, of: deployment.flatMap { DeploymentName($0) }) }
    }
}

/// Rows under construction, which refer to one another by position.
private struct Gathering {
    private let regions: [StoreID: AuditMap.Feature]
    private let order: [StoreID]
    /// Names that stores of several deployments have.
    private let sharedNames: Set<String>
    private(set) var stores: [StoreRow] = []
    private(set) var tags: [TagRow] = []
    private var storePositions: [StoreID: Int] = [:]
    private var tagPositions: [String: [Int]] = [:]
    private(set) var sentences = SentenceRows(FindingTexts.english)

    init(_ map: AuditMap) {
        let features = map.features.filter { $0.properties.kind == .region }
        order = features.compactMap(\.store)
        regions = Dictionary(features.compactMap { feature in feature.store.map { ($0, feature) } }) { first, _ in first
        }
        let names = features.compactMap(\.properties.name) + Set(order).map(\.text)
        sharedNames = Set(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys)
    }

    mutating func store(_ id: StoreID) -> Int {
        if let position = storePositions[id] { return position }
        storePositions[id] = stores.count
        let region = regions[id]
        let name = region?.properties.name ?? id.text
        // Two deployments may use one identifier: then the deployment is shown beside the name.
        let isShared = sharedNames.contains(id.text) || sharedNames.contains(name)
        stores.append(StoreRow(id, name: isShared ? [name, id.deployment?.text].compactMap(\.self) : [name], region))
        return stores.count - 1
    }

    mutating func add(_ feature: AuditMap.Feature, withURL: Bool) {
        guard case .point(let place) = feature.geometry else { return }
        let properties = feature.properties
        tagPositions[feature.label, default: []].append(tags.count)
        tags.append(
            TagRow(
                label: feature.label, store: feature.store.map { store($0) } ?? -1,
                found: feature.foundStore.map { store($0) } ?? -1, verdict: properties.verdict, place: place,
                sigma: properties.sigma ?? 0, url: withURL ? properties.url : nil))
    }

    /// All regions, or as many as a map can show.
    mutating func addRegions(atMost limit: Int) {
        for id in order {
            guard stores.count < limit else { return }
            _ = store(id)
        }
    }

    private static func stores(of finding: Finding) -> [StoreID] {
        zip(finding.stores, finding.deployments ?? finding.stores.map { _ in "" })
            .compactMap { StoreID($0, of: DeploymentName($1)) }
    }

    mutating func row(of finding: Finding, saying words: FindingWords?) -> FindingRow {
        var seen: [Int] = []
        var unseen: [String] = []
        for tag in finding.tags {
            if let positions = tagPositions[tag] { seen += positions } else { unseen.append(tag) }
        }
        let said = (message: words?.message.map { sentences.row($0) }, next: words?.next.map { sentences.row($0) })
        return FindingRow(
            finding, message: said.message, next: said.next, stores: Self.stores(of: finding).map { store($0) },
            seen: seen, unseen: unseen)
    }
}
