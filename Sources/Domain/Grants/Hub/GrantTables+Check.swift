internal import Faults
package import Registry

/// What a hub leaves to its stations.
extension GrantTables {
    /// Throws why the hub itself may not journal an event: a station has the right to write the tag. Revising its plan is
    /// the hub's all the same.
    package func check(_ event: JournalEvent) throws {
        switch event {
        case .hubJoined, .hubLeft, .grantMoved, .documentsReceived: throw GrantError.noStation
        case .hubMoved: throw GrantError.atDesk
        case .batchDeleted(let deletion):
            let failure = "batch \(deletion.batch) cannot be deleted"
            if let tag = try claimedTag(of: deletion.batch), let chain = tag.claimants.min() {
                throw GrantError.held(tag.id, by: chain, failure)
            }
            let hub = try hub()
            guard hub.isProven, hub.isSettled else { throw GrantError.unsettled(failure) }
        default:
            for id in event.tagsToMove {
                guard let tag = try tag(id) else { continue }
                let failure = "tag \(id) is not changed"
                if let chain = tag.claimants.min() { throw GrantError.held(id, by: chain, failure) }
                // What was written or printed already is with no other station.
                if tag.state == .planned, try hub().mayHaveForgotten(tag) { throw GrantError.unsettled(failure) }
                if case .tagReplaced = event { try checkReplacing(tag, failure) }
            }
        }
    }
}

extension JournalEvent {
    /// Tags of which no station may have the right to write them when a hub journals it.
    package var tagsToMove: [TagID] {
        switch self {
        case .writeIntended, .protectionIntended, .writeConfirmed, .tagReplaced, .tagRetired, .sheetMade:
            tagSteps.map(\.tag)
        case .tagDeleted(let deletion): [deletion.tag]
        default: []
        }
    }
}

extension GrantEntry {
    /// What an event of a station's journal is to the hub's grants.
    package static func atHub(_ event: JournalEvent) -> [GrantEntry] {
        switch event {
        case .protectionIntended, .writeConfirmed, .tagRetired: event.tagSteps.map { .moved($0.tag) }
        case .tagReplaced(let release): [.freed(release.tag)]
        case .tagCommissioned(let commissioning): [.putUp(commissioning.tag)]
        case .hubLeft(let departure): departure.released.map { .closed(request: $0.request) }
        default: entries(of: event)
        }
    }
}
