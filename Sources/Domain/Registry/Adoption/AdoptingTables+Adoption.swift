internal import AppClips
internal import Chips
internal import Faults

/// How a registry that worked by itself comes into a hub's tables: all of it as it was, or nothing.
///
/// What names a thing in the world is one thing's: a tag's identifier, a batch's name, and a chip that carries a tag collide
/// with the same at the hub. Stores, experiences and deployments may be the same on both sides, and then have to be equal.
extension AdoptingTables {
    public func collisions(with other: some AdoptedTables) throws -> AdoptionReport {
        var report = try collisionsOfDocuments(with: other)
        for name in try other.batchNames() {
            try other.forEachPiece(of: name) { try check($0.map(\.tag), &report) }
        }
        try checkSpentTags(of: other, &report)
        return report
    }

    private func collisionsOfDocuments(with other: some AdoptedTables) throws -> AdoptionReport {
        var report = AdoptionReport()
        for store in try other.stores() {
            guard let own = try self.store(store.id), own.document != store.document else { continue }
            report.add("store \(store.id.fullText)", "the hub has another one of this identifier, \(own.name)")
        }
        for experience in try other.experiences() {
            guard let own = try self.experience(experience.url.text), own.document != experience.document else {
                continue
            }
            report.add("experience \(experience.url)", "the hub has it with other content, \(own.card.title)")
        }
        let profiles = try self.profiles()
        for profile in try other.profiles() {
            guard let own = profiles.first(where: { $0.name == profile.name }), own.document != profile.document else {
                continue
            }
            report.add("deployment \(profile.name)", "the hub has it with other content")
        }
        for name in try other.batchNames() {
            if try head(name) != nil { report.add("batch \(name)", "the hub has a batch of this name") }
        }
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
        var collisions = isThorough ? try collisions(with: other) : try collisionsOfDocuments(with: other)
        if !isThorough { try checkSpentTags(of: other, &collisions) }
        guard collisions.isEmpty else { throw RegistryError.collisions(collisions) }
        for store in try other.stores() where try self.store(store.id) == nil { try put(store) }
        for experience in try other.experiences() where try self.experience(experience.url.text) == nil {
            try put(experience)
        }
        let profiles = Set(try self.profiles().map(\.name))
        for profile in try other.profiles() where !profiles.contains(profile.name) { try put(profile) }
        var count = 0
        for name in try other.batchNames() {
            guard let head = try other.head(name) else { continue }
            try put(head)
            try add(to: name, heldBy: adoption.chain) { add in
                try other.forEachTag(of: name) { tag, row in
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
