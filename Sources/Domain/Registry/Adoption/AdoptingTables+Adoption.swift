internal import AppClips
internal import Chips
internal import Faults

/// How a registry that worked by itself comes into a hub's tables: all of it as it was, or nothing.
///
/// What names a thing in the world is one thing's: a tag's identifier, a batch's name, and a chip that carries a tag collide
/// with the same at the hub. Stores, experiences and deployments may be the same on both sides, and then have to be equal.
extension AdoptingTables {
    public func collisions(with other: some AdoptedTables) throws -> AdoptionReport {
        var report = try AdoptionDocuments(self).collisions(with: other)
        for name in try other.batchNames() {
            try other.forEachPiece(of: name) { try check($0.map(\.tag), &report) }
        }
        try checkSpentTags(of: other, &report)
        return report
    }

    private func checkSpentTags(of other: some AdoptedTables, _ report: inout AdoptionReport) throws {
        let spent = try other.spentTags()
        for (tag, batch) in try known(spent.map(\.id)).sorted(by: { $0.key < $1.key }) {
            report.add("tag \(tag)", Self.reason(batch))
        }
        for (chip, tag) in try carried(by: spent.compactMap(\.life.uid)).sorted(by: { $0.value < $1.value }) {
            report.add("chip \(chip)", "it carries tag \(tag) at the hub")
        }
    }

    private func check(_ tags: [Tag], _ report: inout AdoptionReport) throws {
        let known = try known(tags.map(\.id))
        let carried = try carried(by: tags.compactMap(\.life.uid))
        guard !known.isEmpty || !carried.isEmpty else { return }
        for tag in tags {
            if let batch = known[tag.id] { report.add("tag \(tag.id)", Self.reason(batch)) }
            guard let uid = tag.life.uid, let other = carried[uid], other != tag.id else { continue }
            report.add("chip \(uid)", "it carries tag \(tag.id) here, and tag \(other) at the hub")
        }
    }

    private static func reason(_ batch: BatchName?) -> String {
        batch.map { "the hub has it in batch \($0)" } ?? "the hub knows of it: a station has named it before"
    }

    /// Takes everything over. `tell`: how many tags have come so far.
    ///
    /// `isThorough`: each tag is looked for before it is added. Otherwise that is left to the tables, which refuse an identifier
    /// and a chip that they have, without saying where.
    public mutating func adopt(
        _ other: some AdoptedTables, as adoption: RegistryAdoption, isThorough: Bool, _ tell: (Int) throws -> Void
    ) throws {
        let own = try AdoptionDocuments(self)
        var collisions = isThorough ? try collisions(with: other) : try own.collisions(with: other)
        if !isThorough { try checkSpentTags(of: other, &collisions) }
        guard collisions.isEmpty else { throw RegistryError.collisions(collisions) }
        for store in try other.stores() where own[store] == nil { try put(store) }
        for experience in try other.experiences() where own[experience] == nil { try put(experience) }
        for profile in try other.profiles() where own[profile] == nil { try put(profile) }
        var count = 0
        for head in try other.batchHeads() {
            try put(head)
            try add(to: head.name, heldBy: adoption.chain) { add in
                try other.forEachTag(of: head.name) { tag, row in
                    try add(PlacedTag(tag, row: row))
                    count += 1
                    if count % adoptionPiece == 0 { try tell(count) }
                }
            }
            try tell(count)
        }
        for (tag, batch) in try known(besides: adoption.chain).sorted(by: { $0.key < $1.key }) {
            collisions.add("tag \(tag)", Self.reason(batch))
        }
        guard collisions.isEmpty else { throw RegistryError.collisions(collisions) }
        try inPieces(other.forEachFormerCarrier) { try add($0) }
        try add(other.spentTags())
        try takeFindings(of: other, as: adoption)
        try inPieces(other.forEachVerdict) { try keep($0) }
    }

    /// Their numbers continue behind the hub's. What both have found stays the hub's.
    private mutating func takeFindings(of other: some AdoptedTables, as adoption: RegistryAdoption) throws {
        let findings = try other.findings()
        let identities = Set(findings.map(\.identity))
        let known = Set(try self.findings(openOrIdentifiedBy: identities).map(\.identity))
        let new = findings.filter { !known.contains($0.identity) }
        try add(new.map { $0.numbered(behind: adoption.findingsBehind) })
        for finding in new where finding.repair != nil {
            let own = finding.numbered(behind: adoption.findingsBehind)
            let pictures = try other.pictures(of: finding.number)
            if !pictures.isEmpty { try keep(pictures, of: own.number) }
        }
        try spend(findings: adoption.findingsBehind + other.lastFinding(), imports: 0)
    }
}

/// Rows that go over at once.
private let adoptionPiece = 1_000

func inPieces<Row>(
    _ forEach: ((Row) throws -> Void) throws -> Void, _ receive: ([Row]) throws -> Void
) throws {
    var piece: [Row] = []
    try withoutActuallyEscaping(receive) { receive in
        try forEach { row in
            piece.append(row)
            guard piece.count == adoptionPiece else { return }
            try receive(piece)
            piece = []
        }
    }
    if !piece.isEmpty { try receive(piece) }
}

extension AdoptedTables {
    func forEachPiece(of batch: BatchName, _ receive: ([PlacedTag]) throws -> Void) throws {
        try inPieces({ take in try forEachTag(of: batch) { try take(PlacedTag($0, row: $1)) } }, receive)
    }
}

extension FindingLife {
    func numbered(behind number: Int64) -> FindingLife {
        var life = self
        life.number += number
        return life
    }
}

extension RegistryError {
    fileprivate static func collisions(_ report: AdoptionReport) -> RegistryError {
        let first = report.lines.first.map { "\($0.subject): \($0.why)" } ?? ""
        return RegistryError(
            .contradiction, "the registry is not adopted",
            why: "\(report.total == 1 ? "1 name is" : "\(report.total) names are") taken at the hub. \(first)",
            next: "give one of the two another name, at the station or at the hub, and adopt it then")
    }
}
