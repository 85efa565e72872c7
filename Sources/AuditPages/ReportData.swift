internal import Audit
internal import Foundation
internal import Geodesy
internal import Registry

/// What the page's script reads (Parts/data.js): rows told apart by position, since names on each of thousands of
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

    private enum CodingKeys: String, CodingKey {
        case made
        case summary
        case bad
        case sample
        case left
        case stores
        case tags
        case findings
    }

    init(_ report: AuditReport, map: AuditMap, made: Timestamp) {
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
        let about: Set<FindingCode> = [.foreign, .wrongContent, .unregistered, .ambiguous, .unknownTag, .cloned]
        let contents = Set(report.findings.filter { about.contains($0.code) }.flatMap(\.tags))
        for feature in wanted { gathering.add(feature, withURL: contents.contains(feature.label)) }
        let room = max(0, Self.tagLimit - wanted.count)
        for feature in others.prefix(room) { gathering.add(feature, withURL: false) }
        left = max(0, others.count - room)
        findings = report.findings.map { gathering.row(of: $0) }
        gathering.addRegions(atMost: Self.tagLimit)
        stores = gathering.stores
        tags = gathering.tags
    }
}

extension AuditMap.Feature {
    /// What findings call the tag: its identifier, else its chip, else what it holds.
    var label: String { properties.tag ?? properties.uid ?? properties.url ?? "" }
}

/// Rows under construction, which refer to one another by position.
private struct Gathering {
    private let regions: [String: AuditMap.Feature]
    private let order: [String]
    private(set) var stores: [StoreRow] = []
    private(set) var tags: [TagRow] = []
    private var storePositions: [String: Int] = [:]
    private var tagPositions: [String: [Int]] = [:]

    init(_ map: AuditMap) {
        let features = map.features.filter { $0.properties.kind == .region }
        order = features.compactMap(\.properties.store)
        regions = Dictionary(features.map { ($0.properties.store ?? "", $0) }) { first, _ in first }
    }

    mutating func store(_ id: String) -> Int {
        if let position = storePositions[id] { return position }
        storePositions[id] = stores.count
        stores.append(StoreRow(id, regions[id]))
        return stores.count - 1
    }

    mutating func add(_ feature: AuditMap.Feature, withURL: Bool) {
        guard case .point(let place) = feature.geometry else { return }
        let properties = feature.properties
        tagPositions[feature.label, default: []].append(tags.count)
        tags.append(
            TagRow(
                label: feature.label, store: properties.store.map { store($0) } ?? -1,
                found: properties.foundStore.map { store($0) } ?? -1, verdict: properties.verdict, place: place,
                sigma: properties.sigma ?? 0, url: withURL ? properties.url : nil))
    }

    /// All regions, or as many as a map can show.
    mutating func addRegions(atMost limit: Int) {
        for id in order {
            guard stores.count < limit else { return }
            _ = store(id)
        }
    }

    mutating func row(of finding: Finding) -> FindingRow {
        var seen: [Int] = []
        var unseen: [String] = []
        for tag in finding.tags {
            if let positions = tagPositions[tag] { seen += positions } else { unseen.append(tag) }
        }
        return FindingRow(finding, stores: finding.stores.map { store($0) }, seen: seen, unseen: unseen)
    }
}
