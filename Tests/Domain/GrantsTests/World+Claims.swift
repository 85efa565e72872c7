import Grants
import MemoryGrants
import Registry

/// What must hold in every state.
extension World {
    /// What is wrong; nil in a good state.
    var violation: String? {
        if let fault, scope.mistake == nil { return fault }
        if let tag = tags.first(where: { carriers($0).count > 1 }) { return "\(tag) may be on two chips" }
        guard scope.mistake == nil else { return nil }
        let hub = self.hub.hub()
        for tag in tags {
            let writers = mayWrite(tag)
            if writers.count > 1 { return "\(writers) may write \(tag)" }
            let lent = lentChips(tag)
            if !lent.isSubset(of: carriers(tag).union(givenUp[tag] ?? [])) {
                return "\(tag) is lent for \(lent), which do not have it"
            }
            guard hub.isSettled, let row = self.hub.tag(tag), row.batch != nil else { continue }
            if row.claimants.count > 1 { return "settled, and \(row.claimants) claim \(tag)" }
            // A chain that was declared lost may write on with what was retired.
            if row.state == .planned, !writers.isSubset(of: row.claimants) {
                return "settled, and \(writers) may write \(tag), which is with \(row.claimants)"
            }
        }
        return nil
    }

    /// Every identifier that there is.
    private var tags: Set<TagID> {
        Set(hub.tags.map(\.id)).union(answers.flatMap(\.tags))
    }
}
