internal import Grants
internal import Registry

/// What the hub knows of one tag: its plan and life, and who may write it.
struct StationRow {
    enum Place: Hashable {
        /// A row of a batch, by the batch's number.
        case planned(batch: Int64, row: Int64)
        /// The row has a fresh identifier now.
        case renewed(BatchName)
        /// No batch that the hub knows holds it.
        case unplanned
    }

    var place: Place
    /// Nil unless ``place`` is a row of a batch.
    var tag: Tag?
    var claimants: Set<ChainName> = []
    /// Whether a chip or a label has the identifier, or may have it.
    var isBegun = false
    /// Of a tag without a plan.
    var isRetired = false
    var renewedIn: Era?

    /// Whether the database has claimants besides the holder.
    var hadMoreClaimants = false
    /// What differs from the database.
    var isLifeChanged = false
    var isRightChanged = false

    /// As grants see it.
    func granted(_ id: TagID) -> GrantedTag {
        var granted = GrantedTag(id, batch: batch, renewedIn: renewedIn)
        granted.state = state
        granted.chip = tag?.life.uid
        granted.claimants = claimants
        return granted
    }

    private var batch: BatchName? {
        if case .renewed(let batch) = place { batch } else { tag?.batch }
    }

    private var state: GrantedTag.State {
        switch place {
        case .renewed: .retired
        case .unplanned: isRetired ? .retired : isBegun ? .written : .planned
        case .planned: tag?.life.state == .retired ? .retired : isBegun ? .written : .planned
        }
    }
}
