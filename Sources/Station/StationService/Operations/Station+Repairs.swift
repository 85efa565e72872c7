internal import API
internal import Chips
internal import Cryptography
internal import Foundation
internal import Registry

/// Putting findings right: who has one in hand, what was done, and the work for it.
extension Station {
    func assign(
        _ number: Int, _ request: AssignRequest, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> KeptFinding {
        try StatedReason.check(request.person, as: "person")
        let finding = try await finding(number)
        try await storage.record(
            .findingAssigned(FindingAssignment(finding: finding, person: request.person)),
            expecting: seen ?? EditBasis.finding(finding), by: author)
        return try await self.finding(number)
    }

    func report(
        _ number: Int, _ report: RepairReport, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> KeptFinding {
        let person = report.person ?? author.actor
        try StatedReason.check(person, as: "person")
        if let note = report.note { try StatedReason.check(note, as: "note") }
        let pictures = RepairPictures(
            before: try report.before.map { try Self.picture($0, .before) },
            after: try report.after.map { try Self.picture($0, .after) })
        let digest = { (picture: ScanPicture) in try SHA256.hexadecimal(of: picture.bytes) }
        let finding = try await finding(number)
        let work = FindingWork(
            finding: finding, person: person, note: report.note,
            before: try pictures.before.map(digest), after: try pictures.after.map(digest))
        try await storage.record(
            .findingRepaired(work, pictures), expecting: seen ?? EditBasis.finding(finding), by: author)
        return try await self.finding(number)
    }

    private static func picture(_ text: String, _ side: RepairPictures.Side) throws -> ScanPicture {
        func refusal(_ why: String) -> StationError {
            StationError(
                .badPicture, "the picture \(side.rawValue) the work is refused", why: why,
                next:
                    "send a JPEG file of at most \(ScanPicture.longestSide) pixels a side, without metadata, in base64")
        }
        guard let bytes = Data(base64Encoded: text) else { throw refusal("it is not base64") }
        do {
            return try ScanPicture(jpeg: Array(bytes))
        } catch {
            throw refusal(error.reason)
        }
    }

    func picture(ofFinding number: Int, _ side: RepairPictures.Side) async throws -> [UInt8] {
        guard let picture = try await history.picture(ofFinding: Int64(number), side) else {
            throw StationError(
                .unknownRemark, "there is no picture \(side.rawValue) the work on finding \(number)",
                why: "no work on it was reported, it has no such picture, or that was erased",
                next: "see: GET /v1/findings/\(number)")
        }
        return picture.bytes
    }

    /// The work that puts findings right. Labels that must not be printed refuse it.
    func repairOrder(_ numbers: [Int], labelsTravel: Bool) async throws -> RepairOrder {
        var findings: [KeptFinding] = []
        for number in numbers.prefix(RepairPlanner.mostFindings + 1) {
            findings.append(try await finding(number))
        }
        var tags: [TagID: Tag] = [:]
        var urls: Set<String> = []
        for label in Set(findings.flatMap(\.tags)) {
            if label.contains("://") { urls.insert(label) }
            guard let id = TagID(label), let tag = try await queries.tag(id) else { continue }
            tags[id] = tag
            urls.formUnion([tag.url, tag.writtenURL].compactMap(\.self))
        }
        let looks = try await history.lastLooks(at: urls.sorted())
        let isAboutFormer = findings.contains { $0.code == "replaced" }
        let formers = isAboutFormer ? try await history.formerCarriers().filter { tags[$0.tag] != nil } : []
        let planner = RepairPlanner(
            stores: try await stores(of: findings, tags.values, looks), tags: Array(tags.values), looks: looks,
            formers: formers, labelsTravel: labelsTravel)
        let order = try planner.order(for: findings)
        for (batch, labels) in Dictionary(grouping: order.labels, by: \.batch) {
            let detail = try await detail(of: batch)
            _ = try PrintSelection.decide(
                detail.batch, .qr, only: Set(labels.map(\.tag)), again: true, doubts: detail.batchDoubts)
        }
        return order
    }

    private func stores(
        of findings: [KeptFinding], _ tags: some Sequence<Tag>, _ looks: [LastLook]
    ) async throws -> [Store] {
        var named = Set(tags.map(\.store))
        for look in looks { named.formUnion([look.store, look.foundStore].compactMap(\.self)) }
        for finding in findings { named.formUnion(finding.storeIDs) }
        var stores: [Store] = []
        for id in named.sorted() {
            if let store = try await queries.store(id) { stores.append(store) }
        }
        return stores
    }

    /// Makes a work order on paper. Its labels are on record before the file can be had.
    func makeRepairSheet(_ request: RepairSheetRequest, by author: Author) async throws -> RepairSheet {
        try Self.check(stock: request.stock, start: request.start)
        let order = try await repairOrder(request.findings, labelsTravel: request.labelsTravel ?? false)
        guard order.labels.isEmpty || request.stock != nil else {
            throw StationError(
                .sheetRefused, "the work order was not made",
                why: "it has \(order.labels.count) labels to print, and no stock is named",
                next: "name the label stock: see waymark stock list")
        }
        let made = try await sheets.make(request, order)
        guard let pdf = made.pdf else { throw SheetRenderer.unmade }
        let digest = try SHA256.hexadecimal(of: pdf)
        let cells = made.report.cells.map { SheetRecord.Cell(tag: $0.tag, page: $0.page, position: $0.position) }
        for record in order.records(of: cells, stock: made.report.stock, digest: digest) {
            try await storage.record(.sheetMade(record), by: author)
        }
        return RepairSheet(
            id: made.id, stock: order.labels.isEmpty ? nil : made.report.stock, pages: made.report.pages, cells: cells,
            digest: digest, nextStart: made.report.nextStart, warnings: made.report.warnings, order: order)
    }
}
