import CSV
import Geodesy
import PlaceFiles
import Registry

/// What a conversion of places did, or would do.
struct StoreConversionReport: Encodable {
    struct Added: Encodable {
        let store: String
        let name: String
        let region: Region
        let basis: RegionProposal.Basis
        let reason: String
    }

    struct Other: Encodable {
        let store: String
        let reasons: [String]
    }

    struct Overlap: Encodable {
        let stores: [String]
        /// Metres between the centres.
        let distance: Double
    }

    let schema = 1
    let format: String
    let file: String
    let isDryRun: Bool
    let added: [Added]
    let changed: [Other]
    /// Whether the changes were taken.
    let isUpdate: Bool
    let kept: [String]
    let questions: [Other]
    let notUsed: [String]
    let doubts: [Other]
    let overlaps: [Overlap]
    let warnings: [String]

    init(
        _ places: PlaceFile, _ merge: PlaceMerge, stores: [Store], output: String, isUpdate: Bool, isDryRun: Bool
    ) {
        format = places.format.rawValue
        file = output
        self.isDryRun = isDryRun
        self.isUpdate = isUpdate
        added = merge.added.map {
            Added(
                store: $0.store.id.text, name: $0.store.name, region: $0.proposal.region, basis: $0.proposal.basis,
                reason: $0.proposal.reason)
        }
        changed = merge.changed.map { Other(store: $0.store.id.text, reasons: $0.differences) }
        kept = merge.kept.map(\.text)
        questions = merge.questions.map { Other(store: $0.candidate.id.text, reasons: [$0.reason]) }
        notUsed = places.problems.map(\.description)
        warnings = places.warnings
        let new = merge.added.map(\.store) + (isUpdate ? merge.changed.map(\.wanted) : [])
        doubts = StorePositionCheck.doubts(about: new, beside: stores).map {
            Other(store: new[$0.position].id.text, reasons: [$0.reason])
        }
        let replaced = Set(new.map(\.id.name))
        let all = (stores.filter { !replaced.contains($0.id.name) } + new).compactMap { store in
            store.region.map { (id: store.id.name, region: $0) }
        }
        overlaps = RegionOverlap.among(all, of: replaced).map {
            Overlap(stores: [$0.one.text, $0.other.text], distance: $0.distance)
        }
    }

    /// Whether everything of the file is in the stores now.
    var isWhole: Bool { notUsed.isEmpty && questions.isEmpty && (changed.isEmpty || isUpdate) }

    func show(asJSON: Bool) throws {
        if asJSON { return Terminal.result(try JSONText.document(self)) }
        for warning in warnings { Terminal.note("warning: \(warning)") }
        for each in added {
            Terminal.result("added: \(each.store) (\(each.name)), radius \(Int(each.region.radius)) m")
            Terminal.result("  \(each.reason)")
        }
        for each in changed {
            Terminal.result(
                "\(isUpdate ? "changed" : "kept as it is"): \(each.store): \(each.reasons.joined(separator: "; "))")
        }
        for each in questions { Terminal.note("asked: \(each.store): \(each.reasons[0])") }
        for each in doubts { Terminal.note("warning: store \(each.store): \(each.reasons[0])") }
        for each in overlaps {
            Terminal.note(
                "warning: the regions of \(each.stores[0]) and \(each.stores[1]) overlap; their centres are "
                    + "\(DistanceText.text(each.distance)) apart")
        }
        for line in notUsed.prefix(100) { Terminal.note("not used: \(line)") }
        if notUsed.count > 100 { Terminal.note("not used: \(notUsed.count - 100) more rows; --json names all") }
        if !questions.isEmpty { Terminal.note("next: --take STORE for those that are stores") }
        if !changed.isEmpty, !isUpdate { Terminal.note("next: --update takes what is otherwise in the file") }
        let parts = "\(count(added.count, "new store")), \(changed.count) otherwise, \(kept.count) as they are"
        Terminal.result("\(parts)\(isDryRun ? "; nothing was written" : ": \(file)")")
    }
}
