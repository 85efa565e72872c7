import API
import ArgumentParsing
import Glibc
import Registry

/// Which labels of a batch are printed. A second label of a tag could end up in another place than the first, so
/// nobody makes one without having said so.
struct PrintSelection {
    static let again = Option.flag("again", help: "print labels that were printed before once more, without asking")
    static let tag = Option.repeated(
        "tag", .identifier("TAG") as Conversion<TagID>, valueName: "TAG",
        help: "print the label of this tag only (repeatable)")

    let tags: [Tag]
    /// Those that had a label before.
    var reprints: [TagID] { tags.filter { $0.prints > 0 }.map(\.id) }

    /// The tags of one medium that are to be printed now. Asks on a terminal before a label is made once more; throws
    /// where nobody can be asked, or when the answer is no.
    init(
        of detail: BatchDetail, medium: Medium, _ values: ParsedValues
    ) throws {
        let name = detail.batch.name
        let (named, again) = (values[Self.tag], values[Self.again])
        var inService = detail.batch.tags.filter { $0.medium == medium && $0.state != .retired }
        if !named.isEmpty {
            for tag in named where !inService.contains(where: { $0.id == tag }) {
                throw RegistryError(
                    .unknownTag, "the label of tag \(tag) is not printed",
                    why: "batch \(name) has no such tag of medium \(medium.rawValue) in service",
                    next: "see: waymark batch show \(name)")
            }
            inService = inService.filter { named.contains($0.id) }
        }
        let printed = inService.filter { $0.state == .printed }
        let fresh = inService.filter { $0.state != .printed }
        if again || printed.isEmpty {
            tags = inService
        } else if fresh.isEmpty || !named.isEmpty {
            try Self.confirm(printed, of: name, areNamed: !named.isEmpty)
            tags = inService
        } else {
            Terminal.note("printed before and left out: \(count(printed.count, "label"))")
            tags = fresh
        }
        let printable = Set(tags.map(\.id))
        if let doubt = detail.doubts.first(where: { printable.contains($0.tag) }) {
            throw RegistryError(
                .contradiction, "batch \(name) is not printed",
                why: "no registered experience answers for tag \(doubt.tag): \(doubt.why)",
                next: "import the experience (waymark experience import), or correct the URL")
        }
    }

    /// Asks whether labels are to be made once more. Throws unless somebody says yes.
    private static func confirm(_ printed: [Tag], of name: BatchName, areNamed: Bool) throws {
        let some = printed.prefix(3).map(\.id.text).joined(separator: ", ") + (printed.count > 3 ? ", ..." : "")
        let were = "\(count(printed.count, "label")) \(printed.count == 1 ? "was" : "were") printed before (\(some))"
        let danger = "an old label that still hangs would open the same place"
        if Terminal.agrees("\(were): \(danger). Print once more?") { return }
        throw RegistryError(
            .contradiction, "batch \(name) is not printed",
            why: "tag \(printed[0].id) was printed before: a second label of it could end up in another place",
            next: "free a spoiled label (waymark tag replace) and print it alone; to print "
                + "\(areNamed ? "them" : "all") once more: --again")
    }
}
