import Chips
import Grants
import Registry

/// The hub's tables in memory: a value, so that a backup is a copy.
package struct MemoryGrantTables: GrantTables, Hashable {
    private struct Key: Hashable {
        let chain: ChainName
        let request: Int
    }

    private var standing: HubStanding
    private var chains: [ChainName: ChainStanding] = [:]
    private var grants: [Key: GrantStanding] = [:]
    /// In the order of the batch's rows.
    package private(set) var tags: [GrantedTag]
    /// Fresh identifiers that are left to draw. Without one a row stays without a tag.
    private var fresh: [TagID]

    package init(era: Era, tags: [GrantedTag], fresh: [TagID] = []) {
        standing = HubStanding(era: era)
        self.tags = tags
        self.fresh = fresh
    }

    package func hub() -> HubStanding { standing }
    package mutating func put(_ hub: HubStanding) { standing = hub }

    package func chain(_ name: ChainName) -> ChainStanding? { chains[name] }
    package mutating func put(_ chain: ChainStanding, as name: ChainName) { chains[name] = chain }
    package func livingChains() -> Set<ChainName> { Set(chains.filter { !$0.value.isLost }.keys) }
    package func lostChains() -> Set<ChainName> { Set(chains.filter(\.value.isLost).keys) }

    package func grantsOfLostChains(with tag: TagID) -> [Grant] {
        grants.filter { chains[$0.key.chain]?.isLost == true && $0.value.state != .closed }.compactMap(\.value.grant)
            .filter { $0.tags.contains(tag) }
    }

    package func grant(_ request: Int, of chain: ChainName) -> GrantStanding? {
        grants[Key(chain: chain, request: request)]
    }

    package mutating func put(_ grant: GrantStanding, for request: Int, of chain: ChainName) {
        // What had become of a tag is no part of the right.
        grants[Key(chain: chain, request: request)] = GrantStanding(grant.state, grant.grant?.telling(nil))
    }

    package func grants(of chain: ChainName, in state: GrantStanding.State) -> [Grant] {
        grants.filter { $0.key.chain == chain && $0.value.state == state }
            .sorted { $0.key.request < $1.key.request }.compactMap(\.value.grant)
    }

    package func tag(_ id: TagID) -> GrantedTag? { tags.first { $0.id == id } }

    package mutating func put(_ tag: GrantedTag) {
        if let index = tags.firstIndex(where: { $0.id == tag.id }) { tags[index] = tag } else { tags.append(tag) }
    }

    package func freeTags(of batch: BatchName, in hub: HubStanding, count: Int) -> [GrantedTag] {
        Array(tags.lazy.filter { $0.isFree(of: batch, in: hub) }.prefix(count))
    }

    package func tag(onChip uid: ChipUID) -> GrantedTag? { tags.first { $0.chip == uid } }

    package func newestLoan(of chip: ChipUID) -> GrantStanding? {
        grants.values.filter { $0.grant?.loan?.chip == chip }.max {
            ($0.grant?.loan?.number ?? 0) < ($1.grant?.loan?.number ?? 0)
        }
    }

    package func tags(claimedBy chain: ChainName) -> [GrantedTag] {
        tags.filter { $0.claimants.contains(chain) }.sorted { $0.id < $1.id }
    }

    package func claimedTag(of batch: BatchName) -> GrantedTag? {
        tags.first { $0.batch == batch && !$0.claimants.isEmpty }
    }

    package func forEachUnclaimedPlan(notRenewedIn era: Era, _ receive: (GrantedTag) throws -> Void) rethrows {
        for tag in tags where tag.state == .planned && tag.claimants.isEmpty && tag.batch != nil {
            if tag.renewedIn != era { try receive(tag) }
        }
    }

    package mutating func renewRow(of retired: GrantedTag, in era: Era) {
        guard retired.batch != nil, !fresh.isEmpty else { return }
        let index = tags.firstIndex { $0.id == retired.id } ?? tags.endIndex
        tags.insert(GrantedTag(fresh.removeFirst(), batch: retired.batch, renewedIn: era), at: index)
    }

    /// A random name is never drawn twice, so a restored hub does not draw those that were drawn since its backup.
    package mutating func forget(drawnBy newer: MemoryGrantTables) { fresh = newer.fresh }
}
