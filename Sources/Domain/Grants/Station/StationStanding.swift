internal import Faults
package import Registry

/// Whether a station works by itself or under a hub, as its own journal tells it. No I/O.
///
/// A storage asks ``check(_:)`` before it journals an event, and ``follow(_:)`` when the event is durable.
package enum StationStanding: Hashable, Sendable {
    /// Everything is the station's own.
    case alone
    /// The hub decides what is true, and the station writes what it holds.
    case joined(HubMembership, StationGrants)
    /// It was under a hub, and its chain there is over: nothing of the hub's may be written.
    case parted(HubMembership, StationGrants)
    /// A hub has adopted the registry: nothing is journalled any more.
    case handedOver(RegistryHandOver)

    package var membership: HubMembership? {
        switch self {
        case .alone, .handedOver: nil
        case .joined(let membership, _), .parted(let membership, _): membership
        }
    }

    /// What it holds, or held when its chain ended.
    package var grants: StationGrants? {
        switch self {
        case .alone, .handedOver: nil
        case .joined(_, let grants), .parted(_, let grants): grants
        }
    }

    /// Throws why the station may not journal an event here.
    package func check(_ event: JournalEvent) throws(GrantError) {
        if case .handedOver(let handOver) = self { throw .handedOver(handOver) }
        switch event {
        case .hubJoined(let membership): try check(joining: membership)
        case .registryHandedOver:
            if case .joined(let membership, _) = self { throw .alreadyJoined(membership) }
        case .hubLeft:
            if case .alone = self { throw .notJoined }
        case .grantMoved(let move): try joinedGrants().check(move)
        case .documentsReceived: _ = try joinedGrants()
        case .hubMoved: throw .notHub
        default:
            guard let membership else { return }
            if event.changesHubDocuments { throw .hubOwned(membership) }
            for use in event.usesOfRights { try check(use, membership) }
        }
    }

    private func check(joining membership: HubMembership) throws(GrantError) {
        switch self {
        case .alone:
            guard membership.former == nil else { throw .notJoined }
        case .handedOver(let handOver): throw .handedOver(handOver)
        case .joined(let present, _): throw .alreadyJoined(present)
        case .parted(let former, _):
            guard membership.former == former.chain, membership.chain != former.chain else {
                throw .alreadyJoined(former)
            }
        }
    }

    private func joinedGrants() throws(GrantError) -> StationGrants {
        switch self {
        case .alone: throw .notJoined
        case .handedOver(let handOver): throw .handedOver(handOver)
        case .joined(_, let grants): grants
        case .parted(let membership, _): throw .parted(membership)
        }
    }

    private func check(_ use: StationGrantEvent, _ membership: HubMembership) throws(GrantError) {
        guard case .joined(_, let grants) = self else { throw .parted(membership) }
        _ = try grants.actions(for: use)
    }

    /// Moves by an event that is in the journal now, in the journal's order.
    package mutating func follow(_ event: JournalEvent) {
        switch event {
        case .hubJoined(let membership):
            self = .joined(membership, StationGrants(chain: membership.chain, era: membership.era))
        case .registryHandedOver(let handOver): self = .handedOver(handOver)
        case .hubLeft, .registryRestored:
            if case .joined(let membership, let grants) = self { self = .parted(membership, grants) }
        default:
            let entries = GrantEntry.entries(of: event)
            guard !entries.isEmpty, case .joined(let membership, var grants) = self else { return }
            // One reference: the sets of a large grant are not copied with each tag.
            self = .alone
            for entry in entries { grants.apply(entry) }
            self = .joined(membership, grants)
        }
    }

    /// For a storage that replays a part of the journal: a chip or a label of a tag that is held is known otherwise.
    package mutating func note(written tag: TagID) {
        switch self {
        case .alone, .handedOver: break
        case .joined(let membership, var grants):
            self = .alone
            grants.apply(.writeIntended(tag))
            self = .joined(membership, grants)
        case .parted(let membership, var grants):
            self = .alone
            grants.apply(.writeIntended(tag))
            self = .parted(membership, grants)
        }
    }
}

extension StationGrants {
    /// Whether a move is one that ``actions(for:)`` decides.
    fileprivate func check(_ move: GrantMove) throws(GrantError) {
        switch move {
        case .asked(let request):
            guard request.count > 0 else { throw .empty }
            guard request.chain == chain, request.era == era, request.number == newestRequest + 1 else {
                throw .unknown(request.number)
            }
        case .taken(let grant, _):
            guard try !actions(for: .answered(grant)).isEmpty else { throw .unknown(grant.request) }
        case .declined(let end):
            _ = try actions(
                for: end.refusal.map { .refused(request: end.request, $0) } ?? .abandoned(request: end.request))
        case .returned(let end) where end.chip != nil:
            for tag in end.tags {
                guard try actions(for: .lending(tag)) == [.journal(.returned(request: end.request, [tag]))] else {
                    throw .unknown(end.request)
                }
            }
        case .returned(let end): _ = try actions(for: .surplus(request: end.request, end.tags))
        case .closed(let end):
            _ = try actions(for: .surplus(request: end.request, end.tags))
            _ = try actions(for: .finished(request: end.request))
        case .eraAdopted: break
        }
    }
}

extension GrantEntry {
    /// What grants follow of an event. A label counts as a chip does: what has an identifier is not given back.
    package static func entries(of event: JournalEvent) -> [GrantEntry] {
        switch event {
        case .writeIntended(let write): [.writeIntended(write.tag, on: write.uid)]
        case .sheetMade(let sheet): sheet.cells.map { .writeIntended($0.tag) }
        case .grantMoved(.asked(let request)): [.asked(request)]
        case .grantMoved(.taken(let grant, _)): [.taken(grant)]
        case .grantMoved(.declined(let end)):
            [end.refusal.map { .refused(request: end.request, $0) } ?? .declined(request: end.request)]
        case .grantMoved(.returned(let end)): [.returned(request: end.request, end.tags)]
        case .grantMoved(.closed(let end)): [.closed(request: end.request)]
        case .grantMoved(.eraAdopted(let adoption)): [.eraAdopted(adoption.era)]
        default: []
        }
    }
}

extension JournalEvent {
    /// Whether it changes what the hub decides for all its stations.
    fileprivate var changesHubDocuments: Bool {
        switch self {
        case .storesImported, .experiencesImported, .deploymentLoaded, .batchCreated, .batchRevised, .batchRuled,
            .batchDeleted, .tagDeleted, .storeDeleted, .experienceDeleted:
            true
        default: false
        }
    }

    /// What needs a right that is here: chips and labels that get a tag by it, or lose one.
    fileprivate var usesOfRights: [StationGrantEvent] {
        switch self {
        case .writeIntended(let write): [.writing(write.tag, on: write.uid)]
        case .protectionIntended(let protection): [.writing(protection.tag, on: protection.uid)]
        case .tagReplaced(let release): [.freeing(release.tag)]
        case .tagRetired(let release): [.retiring(release.tag)]
        case .sheetMade(let sheet): sheet.cells.map { .writing($0.tag) }
        default: []
        }
    }
}
