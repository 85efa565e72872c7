internal import Faults
package import Registry

/// What a hub may give up of its batches.
extension GrantTables {
    /// Throws why a batch may not leave the hub: a station has the right to write a tag of it, or may have it.
    package func checkHandBack(of batch: BatchName) throws {
        let failure = "batch \(batch) does not leave the hub"
        if let tag = try claimedTag(of: batch), let chain = tag.claimants.min() {
            throw GrantError.held(tag.id, by: chain, failure)
        }
        let hub = try hub()
        guard hub.isProven, hub.isSettled else { throw GrantError.unsettled(failure) }
    }
}
