internal import Chips
public import Faults

/// Decides what is to be done about findings where the signs are.
///
/// Chips travel: they are written, perhaps locked, and worth keeping. A printed label rarely survives being taken down, so
/// it is destroyed and printed again, unless labels travel, too (plates, holders).
public struct RepairPlanner {
    /// Findings of one order.
    public static let mostFindings = 50

    let stores: [StoreID: Store]
    let tags: [String: Tag]
    let looks: [ByteCompared: [LastLook]]
    private let formers: [TagID: [FormerCarrier]]
    let labelsTravel: Bool
    var work = RepairWork()

    /// `tags`: those that the findings name; `looks`: what the last look said of what these carry, and of contents that
    /// findings name themselves; `formers`: what carried these tags before.
    public init(
        stores: [Store], tags: [Tag], looks: [LastLook], formers: [FormerCarrier] = [], labelsTravel: Bool
    ) {
        self.stores = Dictionary(stores.map { ($0.id, $0) }) { first, _ in first }
        self.tags = Dictionary(tags.map { ($0.id.text, $0) }) { first, _ in first }
        self.looks = Dictionary(grouping: looks) { ByteCompared($0.url) }
        self.formers = Dictionary(grouping: formers, by: \.tag)
        self.labelsTravel = labelsTravel
    }

    /// Refuses findings that are resolved, and those that no work at signs puts right.
    public consuming func order(for findings: [KeptFinding]) throws(RegistryError) -> RepairOrder {
        guard (1...Self.mostFindings).contains(findings.count) else {
            throw RegistryError(
                .nothingToRepair, "there is no work order", why: "an order is for 1 to \(Self.mostFindings) findings",
                next: "name them: waymark finding list")
        }
        for finding in findings { try plan(finding) }
        return work.order(for: findings, stores: stores)
    }

    private mutating func plan(_ finding: KeptFinding) throws(RegistryError) {
        guard finding.state != .resolved else {
            throw Self.refusal(finding, why: "it is resolved", next: "there is nothing to do any more")
        }
        guard let method = RepairMethod(code: finding.code) else {
            throw Self.refusal(finding, why: "no work at signs puts right what is \(finding.code)", next: finding.next)
        }
        let proven = Set(finding.repair?.proven ?? [])
        let own = finding.storeIDs
        for label in finding.tags where !proven.contains(label) {
            switch (method, tags[label]) {
            case (.bringBack, let tag?): bringBack(tag)
            case (.renew, let tag?): renew(tag)
            case (.replace, let tag?): putUp(tag)
            case (.takeDown, let tag?): takeDown(tag, finding.code, former: former(finding, tag), seenAt: own)
            case (_, nil): takeDown(unknown: label, goesBack: method == .bringBack, seenAt: own)
            }
        }
    }

    /// The chip of which a finding says that it was replaced: its text names it. Nil where that is not known.
    private func former(_ finding: KeptFinding, _ tag: Tag) -> FormerCarrier? {
        guard finding.code == "replaced" else { return nil }
        let all = (formers[tag.id] ?? []).filter { $0.cause == .replaced && $0.uid != nil && $0.uid != tag.uid }
            .sorted { $0.ended > $1.ended }
        let named = all.first { former in former.uid.map { finding.message.contains($0.hexadecimal) } ?? false }
        return named ?? (Set(all.map(\.uid)).count == 1 ? all[0] : nil)
    }

    private static func refusal(_ finding: KeptFinding, why: String, next: String) -> RegistryError {
        RegistryError(.nothingToRepair, "finding \(finding.number) has no work order", why: why, next: next)
    }
}
