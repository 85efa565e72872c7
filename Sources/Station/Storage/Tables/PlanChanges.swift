package import Registry

/// The blocks of plans that one transaction changes, as their rows were before.
///
/// They are read from the rows: a block that was changed beside the journal shows in the digest from before.
package final class PlanChanges {
    package struct Place: Hashable {
        /// The number of the batch.
        package let batch: Int64
        package let block: Int64

        package init(batch: Int64, block: Int64) {
            self.batch = batch
            self.block = block
        }
    }

    package init() {}

    /// Nil for a block without tags.
    package private(set) var before: [Place: PlanBlock?] = [:]
    /// The numbers of batches that are removed.
    var removed: [BatchName: Int64] = [:]

    /// A row is about to change; reads its block when it is the first of it.
    package func note(batch: Int64, row: Int64, read: (Place) throws -> PlanBlock?) rethrows {
        let place = Place(batch: batch, block: PlanBlock.number(of: row))
        if before[place] == nil { before[place] = .some(try read(place)) }
    }
}
