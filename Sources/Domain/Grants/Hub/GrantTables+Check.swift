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
            guard let tag = try claimedTag(of: deletion.batch), let chain = tag.claimants.min() else { return }
            throw GrantError.held(tag.id, by: chain, "batch \(deletion.batch) cannot be deleted")
        default:
            for id in event.tagsToMove {
                guard let chain = try tag(id)?.claimants.min() else { continue }
                throw GrantError.held(id, by: chain, "tag \(id) is not changed")
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
        case .protectionIntended, .writeConfirmed, .tagReplaced, .tagRetired: event.tagSteps.map { .moved($0.tag) }
        case .tagCommissioned(let commissioning): [.putUp(commissioning.tag)]
        case .hubLeft(let departure): departure.released.map { .closed(request: $0.request) }
        default: entries(of: event)
        }
    }
}
