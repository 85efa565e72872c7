internal import Faults

/// From the person who is to put a finding right to the scans that prove it.
extension FindingLife {
    /// A person is to put it right; who had it before has it no longer.
    func assigned(to person: String, at time: Timestamp) throws(RegistryError) -> FindingLife {
        switch state {
        case .new, .stillThere: break
        case .resolved: throw refusal("assigned", why: "it is resolved", next: "there is nothing to do any more")
        case .accepted:
            throw refusal(
                "assigned", why: "it is accepted: it is to stay as it is",
                next: "see why: waymark finding show \(number)")
        }
        var life = self
        life.repair = repair ?? FindingRepair()
        life.repair?.assignment = FindingRepair.Assignment(person: person, time: time)
        return life
    }

    /// A person has put it right. What an audit has resolved meanwhile may be reported once.
    func carriedOut(_ work: FindingWork, at time: Timestamp) throws(RegistryError) -> FindingLife {
        switch state {
        case .new, .stillThere: break
        case .resolved:
            guard repair?.work == nil else {
                throw refusal("carried out again", why: "it is resolved", next: "there is nothing to do any more")
            }
        case .accepted:
            throw refusal(
                "carried out", why: "it is accepted: it is to stay as it is",
                next: "see why: waymark finding show \(number)")
        }
        var life = self
        life.repair = repair ?? FindingRepair()
        life.repair?.refuted = nil
        life.repair?.work = FindingRepair.Work(
            person: work.person, note: work.note ?? "", time: time, before: work.before, after: work.after)
        return life
    }

    private func refusal(_ act: String, why: String, next: String) -> RegistryError {
        RegistryError(.contradiction, "finding \(number) cannot be \(act)", why: why, next: next)
    }

    /// Whether each of its tags has to be scanned where it belongs before it counts as resolved: a person has it in hand, and
    /// its signs are to hang somewhere.
    private var needsScans: Bool {
        guard let repair, repair.assignment != nil || repair.work != nil, !tags.isEmpty else { return false }
        return RepairMethod(code: code)?.isProvenByScans ?? false
    }

    /// Those of its tags that have to be scanned where they belong still, and are not among these. An audit that has not seen
    /// them says nothing of them, whatever it has found of others.
    func unproven(besides found: [String]) -> [String] {
        guard needsScans, state == .new || state == .stillThere, let repair else { return [] }
        let others = Set(found).union(repair.proven)
        return tags.filter { !others.contains($0) }
    }

    /// Whether each of its tags was scanned where it belongs, where that has to be shown.
    var isProven: Bool {
        guard needsScans, state == .new || state == .stillThere, let repair else { return false }
        return Set(repair.proven).isSuperset(of: tags)
    }

    /// The same where an audit of everything has found it again by what it rested on before, and has shown the last of its tags
    /// where it belongs. Each of these scans was a second later at least.
    func provenOver(at time: Timestamp) -> FindingLife {
        var life = self
        (life.state, life.resolved, life.evidence) = (.resolved, time, evidence + 1)
        return life
    }

    /// An audit has not found it again, and has seen these of its tags where they belong, in seconds since 1970. Nil when that
    /// changes nothing. `end`: of what shows that it is over, where no repair has to be proven; nil: nothing does. `gone`: tags
    /// that are in service no more, so that no scan of them is wanted.
    func notFound(
        seenInside: [String: Int64], gone: Set<String>, end: Int64?, at time: Timestamp
    ) -> FindingLife? {
        var life = self
        var last = end
        if needsScans, let known = repair?.proven {
            let proven = Set(known).union(seenInside.keys)
            life.repair?.proven = proven.sorted()
            guard proven.isSuperset(of: tags.filter { !gone.contains($0) }) else {
                return proven.count > known.count ? life : nil
            }
            last = seenInside.values.min() ?? evidence
        }
        guard let last else { return nil }
        (life.state, life.resolved, life.evidence) = (.resolved, time, max(evidence, last))
        return life
    }
}
