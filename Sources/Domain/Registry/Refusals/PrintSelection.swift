public import Faults

/// Which labels of a batch are printed.
///
/// A label counts as printed before while its tag is `printed`. A tag whose URL has changed since, or whose label was
/// given up, gets a new one. A second label of a tag could end up in another place than the first, so that one is made
/// only on request.
public struct PrintSelection: Hashable, Sendable {
    public let tags: [Tag]
    /// Printed before, and left out.
    public let omitted: [Tag]

    /// Those that had a label before, whatever has become of it.
    public var reprints: [TagID] { tags.filter { $0.prints > 0 }.map(\.id) }

    public enum Decision: Hashable, Sendable {
        case print(PrintSelection)
        /// A person has to agree first. A yes is `again` in the next request; a no is the question's refusal.
        case ask(ReprintQuestion)
    }

    /// Decides which labels of one medium are printed. `named`: the tags whose labels are wanted, nil for all of them;
    /// `again`: whether labels that were printed before are printed once more; `doubts`: the tags that must not be put up
    /// as they are planned.
    public static func decide(
        _ batch: Batch, _ medium: Medium, only named: Set<TagID>? = nil, again: Bool, doubts: [BatchCheck.Doubt]
    ) throws(BatchRefusal) -> Decision {
        let inService = batch.tags.filter { $0.medium == medium && $0.state != .retired }
        if let unknown = named?.subtracting(inService.map(\.id)).min() {
            throw BatchRefusal(
                .notPrintable, "the label of tag \(unknown) is not printed",
                why: "batch \(batch.name) has no such tag of medium \(medium.rawValue) in service",
                next: "see: waymark batch show \(batch.name)")
        }
        let wanted = named.map { named in inService.filter { named.contains($0.id) } } ?? inService
        guard !wanted.isEmpty else { throw .nothingToPrint(batch.name.text, medium) }
        let printed = wanted.filter { $0.state == .printed }
        if !again, !printed.isEmpty, named != nil || printed.count == wanted.count {
            return .ask(ReprintQuestion(batch: batch.name, printed: printed, areNamed: named != nil))
        }
        let selection =
            again
            ? PrintSelection(tags: wanted, omitted: [])
            : PrintSelection(tags: wanted.filter { $0.state != .printed }, omitted: printed)
        let chosen = Set(selection.tags.map(\.id))
        if let doubt = doubts.first(where: { chosen.contains($0.tag.id) }) {
            throw BatchRefusal(
                BatchFaultCode(doubt.code), "batch \(batch.name) is not printed",
                why: "tag \(doubt.tag.id) would not open its store: \(doubt.why)", next: doubt.next)
        }
        return .print(selection)
    }
}

/// Whether labels are printed once more.
public struct ReprintQuestion: Hashable, Sendable {
    public let batch: BatchName
    /// Those that were printed before; at least one.
    public let printed: [Tag]
    /// Whether their labels were asked for by name.
    public let areNamed: Bool

    /// What a person is asked.
    public var text: String {
        let some = printed.prefix(3).map(\.id.text).joined(separator: ", ") + (printed.count > 3 ? ", ..." : "")
        let were = printed.count == 1 ? "1 label was" : "\(printed.count) labels were"
        return "\(were) printed before (\(some)): an old label that still hangs would open the same place. "
            + "Print once more?"
    }

    /// What a no means, and a request that leaves the question open.
    public var refusal: BatchRefusal {
        BatchRefusal(
            .printedBefore, "batch \(batch) is not printed",
            why: "tag \(printed[0].id) was printed before: a second label of it could end up in another place",
            next: "free a spoiled label (waymark tag replace) and print it alone; to print "
                + "\(areNamed ? "them" : "all") once more: --again, or the member again of the request")
    }
}

extension BatchRefusal {
    /// Nothing of a medium is in service in a batch, or in a file that is named like one.
    public static func nothingToPrint(_ batch: String, _ medium: Medium) -> BatchRefusal {
        let kind =
            switch medium {
            case .nfc: "an NFC tag"
            case .qr: "a QR code"
            case .appClipCode: "an App Clip Code"
            }
        return BatchRefusal(
            .notPrintable, "\(batch) has nothing to print", why: "none of its tags in service is \(kind)",
            next: "write its NFC tags instead: waymark write \(batch)")
    }
}
