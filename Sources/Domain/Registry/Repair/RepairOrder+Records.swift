extension RepairOrder {
    /// What the journal keeps of the order's labels: a sheet of each batch, all of one file.
    public func records(of cells: [SheetRecord.Cell], stock: String, digest: String) -> [SheetRecord] {
        let batches = Dictionary(labels.map { ($0.tag, $0) }) { first, _ in first }
        return Dictionary(grouping: cells) { batches[$0.tag]?.batch }.compactMap { batch, cells in
            batch.map { name in
                SheetRecord(
                    batch: name, stock: stock, digest: digest, cells: cells,
                    reprints: cells.map(\.tag).filter { batches[$0]?.isReprint ?? false })
            }
        }.sorted { $0.batch < $1.batch }
    }
}
