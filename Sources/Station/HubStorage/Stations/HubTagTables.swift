internal import Chips
internal import Registry

/// The hub's rows as the rules about tags see them.
struct HubTagTables: TagTables {
    let rows: StationRows

    init(_ rows: StationRows) {
        self.rows = rows
    }

    func head(_ name: BatchName) throws -> Batch? { try rows.head(name) }

    func tag(_ id: TagID) throws -> Tag? { try rows.row(id)?.tag }

    func tag(onChip uid: ChipUID) throws -> Tag? {
        try rows.loadChips([uid])
        guard let id = rows.chips[uid] ?? nil else { return nil }
        return try tag(id)
    }

    func put(_ tag: Tag) throws {
        guard var row = try rows.row(tag.id) else { return }
        if let uid = row.tag?.life.uid { rows.chips[uid] = .some(nil) }
        if let uid = tag.life.uid { rows.chips[uid] = .some(tag.id) }
        rows.work.note(Rejudging(row.tag, tag))
        row.tag = tag
        row.isBegun = row.isBegun || tag.life.isBegun
        row.isLifeChanged = true
        rows.tags[tag.id] = row
    }

    func formerCarrier(onChip uid: ChipUID) throws -> FormerCarrier? {
        try rows.loadChips([uid])
        return rows.formerCarriers[uid] ?? nil
    }

    func add(_ former: FormerCarrier) {
        rows.newCarriers.append((former, rows.work.sequence, rows.work.nextCarrier()))
        if let uid = former.uid { rows.formerCarriers[uid] = .some(former) }
    }

    func spentTag(_ id: TagID) throws -> SpentTag? { try rows.tables.spentTag(id) }

    func put(_ spent: SpentTag) throws { try rows.tables.put(spent) }
}
