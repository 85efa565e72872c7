package import Chips
package import Registry

/// What one chain may write: the station's side of grants, as its own journal tells it. No I/O.
///
/// ``actions(for:)`` decides, and changes nothing. The station journals the entry of the answer durably, then applies it
/// here, then sends what is to be sent. So a station that ends at any moment is what its journal says.
package struct StationGrants: Hashable, Sendable {
    /// Tags that were taken with one request.
    package struct Held: Hashable, Sendable {
        package let batch: BatchName
        /// How many came.
        package let size: Int
        /// No intent to write them was journalled; these may go back.
        package internal(set) var planned: Set<TagID>
        /// An intent was journalled: a chip may have the identifier.
        package internal(set) var written: Set<TagID>
        /// The one chip that the one tag may be written to; nil for tags of a batch.
        package let chip: ChipUID?
    }

    package let chain: ChainName
    package private(set) var era: Era
    /// Requests that wait for an answer, by number: these are sent again until it comes.
    package private(set) var open: [Int: GrantRequest] = [:]
    /// What was taken and not closed, by request.
    package private(set) var held: [Int: Held] = [:]
    /// Chips whose tags the hub does not lend, by its last answers.
    package private(set) var refusals: [ChipUID: LoanRefusal] = [:]
    /// Number of the newest request; 0 before the first.
    package private(set) var newestRequest = 0

    /// A chain that was enrolled in this era and has asked for nothing.
    package init(chain: ChainName, era: Era) {
        self.chain = chain
        self.era = era
    }

    /// Moves by an entry of the chain, in the chain's order. Entries that this chain's decisions never made change nothing.
    package mutating func apply(_ entry: GrantEntry) {
        switch entry {
        case .asked(let request):
            open[request.number] = request
            if let chip = request.chip { refusals[chip] = nil }
            newestRequest = max(newestRequest, request.number)
        case .taken(let grant):
            guard open.removeValue(forKey: grant.request) != nil else { return }
            let (tags, chip) = (Set(grant.tags), grant.loan?.chip)
            held[grant.request] = Held(
                batch: grant.batch, size: grant.tags.count, planned: chip == nil ? tags : [],
                written: chip == nil ? [] : tags, chip: chip)
            if let chip { refusals[chip] = nil }
        case .declined(let request): open[request] = nil
        case .refused(let request, let refusal):
            if let chip = open.removeValue(forKey: request)?.chip { refusals[chip] = refusal }
        case .returned(let request, let tags):
            held[request]?.planned.subtract(tags)
            held[request]?.written.subtract(tags)
        case .closed(let request): held[request] = nil
        case .eraAdopted(let era):
            self.era = era
            open = [:]
        case .writeIntended(let tag, on: _):
            guard let request = grant(of: tag), held[request]?.planned.remove(tag) != nil else { return }
            held[request]?.written.insert(tag)
        case .moved, .freed, .putUp: break
        }
    }

    /// The request with which this chain holds a tag; nil where it may not write it.
    package func grant(of tag: TagID) -> Int? {
        held.first { $0.value.planned.contains(tag) || $0.value.written.contains(tag) }?.key
    }

    /// The chip for which a tag is lent; nil for a tag that came with its batch, and for one that is not held.
    package func chip(lentFor tag: TagID) -> ChipUID? { grant(of: tag).flatMap { held[$0]?.chip } }

    /// Those of which no intent was journalled.
    package var plannedTags: [TagID] { held.values.flatMap(\.planned) }

    /// Whether to ask for more of a batch: less than 30 % of its newest grant is left, and no request waits.
    package func isLow(on batch: BatchName) -> Bool {
        guard !open.values.contains(where: { $0.batch == batch }) else { return false }
        let grants = held.filter { $0.value.batch == batch && $0.value.chip == nil }
        guard let newest = grants.max(by: { $0.key < $1.key })?.value else { return true }
        let left = grants.values.reduce(0) { $0 + $1.planned.count }
        return left * 10 < newest.size * 3
    }
}
