internal import Faults

/// A finding with all that its life depends on.
public struct FindingLife: Hashable, Sendable {
    /// Counted by the registry, from 1.
    public internal(set) var number: Int64
    /// What makes it the same finding in the next audit.
    public internal(set) var identity: String
    public let code: String
    public internal(set) var state: KeptFinding.State
    public internal(set) var severity: String
    public internal(set) var stores: [StoreID]
    public internal(set) var tags: [String]
    public internal(set) var batches: [String]
    public internal(set) var message: String
    public internal(set) var next: String
    /// Nil where the texts are as an older station wrote them, or had places taken out.
    public internal(set) var words: FindingWords?
    /// When an audit found it first (or again after it was resolved), and last.
    public internal(set) var since: Timestamp
    public internal(set) var lastFound: Timestamp
    public internal(set) var resolved: Timestamp?
    /// Seconds since 1970 of the last sighting or answer on which the state rests (``FoundFinding/evidence``). When it is resolved:
    /// of the first that show that each of its tags or stores is in order.
    public internal(set) var evidence: Int64
    public internal(set) var acceptance: KeptFinding.Acceptance?
    /// The tags that it had when it was accepted.
    public internal(set) var acceptedTags: [String]
    /// Nil until a person has to do with it.
    public internal(set) var repair: FindingRepair?

    public init(
        number: Int64, found: FoundFinding, state: KeptFinding.State = .new, since: Timestamp, lastFound: Timestamp,
        resolved: Timestamp? = nil, acceptance: KeptFinding.Acceptance? = nil,
        acceptedTags: [String] = [], repair: FindingRepair? = nil
    ) {
        self.number = number
        identity = found.identity
        code = found.code
        self.state = state
        severity = found.severity
        stores = found.stores
        tags = found.tags
        batches = found.batches
        message = found.message
        next = found.next
        words = found.words
        self.since = since
        self.lastFound = lastFound
        self.resolved = resolved
        evidence = found.evidence
        self.acceptance = acceptance
        self.acceptedTags = acceptedTags
        self.repair = repair
    }

    public var kept: KeptFinding {
        KeptFinding(
            number: number, state: state, code: code, severity: severity, stores: stores, tags: tags, message: message,
            next: next, words: words, since: since, lastFound: lastFound, resolved: resolved, acceptance: acceptance,
            repair: repair)
    }

    /// An audit has found it again; nil when it stays as it is. `seen`: what the audit says of its tags. `looked`: seconds since
    /// 1970 of the last sighting that might have shown that it is over.
    func found(again finding: FoundFinding, by seen: SeenTags, looked: Int64, at time: Timestamp) -> FindingLife? {
        let last = finding.evidence
        if state == .resolved, !comesBack(with: finding, seen, looked) { return nil }
        var life = self
        switch state {
        case .new, .stillThere: life.state = .stillThere
        case .resolved: life.state = .new
        // It was accepted for certain tags; more of them is another matter.
        case .accepted: life.state = seen.hasOthers(in: finding, besides: acceptedTags) ? .new : .accepted
        }
        life.repair = repair?.found(
            again: seen.foundAnew(finding, since: self), seenInside: seen.inside(of: self), evidence: looked, at: time)
        let waiting = life.unproven(besides: finding.tags)
        // Texts may have places of the scans that they came from: they are as old as the evidence, and are erased by it.
        if saysMore(finding, seen), waiting.isEmpty || last > evidence || !Set(finding.tags).isSubset(of: tags) {
            (life.severity, life.message, life.next) = (finding.severity, finding.message, finding.next)
            life.words = finding.words
            (life.stores, life.tags, life.batches) = (finding.stores, finding.tags + waiting, finding.batches)
        }
        (life.lastFound, life.evidence) = (time, state == .resolved ? last : max(evidence, last))
        if life.state == .new {
            life.since = time
            (life.resolved, life.acceptance, life.acceptedTags, life.repair) = (nil, nil, [], nil)
        }
        return life.isProven ? life.provenOver(at: time) : life
    }

    /// Whether what an audit has found again is more than what is known, with tags that were put right since. An audit of
    /// everything finds these by the visits of before.
    private func saysMore(_ finding: FoundFinding, _ seen: SeenTags) -> Bool {
        guard state != .resolved, finding.evidence <= evidence, Set(finding.tags).isStrictSuperset(of: tags) else {
            return true
        }
        return seen.hasOthers(in: finding, besides: tags)
    }

    /// What was resolved by later evidence does not come back with older, unless it is about other tags. With the same it does,
    /// because the plan has changed; not what customers' answers say, of which any audit has all.
    private func comesBack(with finding: FoundFinding, _ seen: SeenTags, _ looked: Int64) -> Bool {
        if seen.hasOthers(in: finding, besides: tags) { return true }
        switch FindingEnd.Looking(finding.code, identity) {
        case .answers: return finding.evidence > evidence
        // It was not seen since: that counts from when it was looked for.
        case .absence: return looked >= evidence
        case .age, .sight: return finding.evidence >= evidence
        }
    }

    /// A person has said that it is to stay as it is.
    func accepted(_ acceptance: FindingAcceptance, at time: Timestamp) throws(RegistryError) -> FindingLife {
        guard state != .resolved else {
            throw RegistryError(
                .contradiction, "finding \(number) cannot be accepted", why: "it is resolved",
                next: "there is nothing to do any more")
        }
        var life = self
        life.state = .accepted
        life.acceptance = KeptFinding.Acceptance(reason: acceptance.reason, person: acceptance.person, time: time)
        life.acceptedTags = tags
        return life
    }

    /// A store of it is another one now; nil when it is not about that store.
    func moved(from old: StoreID, to new: StoreID) -> FindingLife? {
        guard stores.contains(old) else { return nil }
        func beginning(_ stores: [StoreID]) -> String { ([code] + stores.map(\.key)).joined(separator: " ") }
        var life = self
        life.stores = stores.map { $0 == old ? new : $0 }
        // The code and the stores come first: see `Finding.identity`.
        let before = beginning(stores)
        guard identity.hasPrefix(before) else { return nil }
        life.identity = beginning(life.stores) + identity.dropFirst(before.count)
        return life
    }
}
