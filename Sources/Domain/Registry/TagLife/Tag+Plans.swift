/// How a tag moves when its batch gets another plan or other rules.
extension Tag {
    /// The tag with the store, placement, URL and position of another plan. What is written or printed with another URL
    /// becomes outdated; a change that is taken back before the tag is written again leaves it written. Retired tags stay
    /// retired, begun ones are finished with the new URL.
    public func revised(by plan: Tag, _ rules: BatchRules) -> Tag {
        var tag = self
        (tag.store, tag.placement, tag.url, tag.deployed) = (plan.store, plan.placement, plan.url, plan.deployed)
        guard url != plan.url else { return tag }
        if life.state.isDone {
            tag.life.state = .outdated
        } else if isBackInOrder(url: plan.url, rules) {
            tag.life.state = .written
        }
        return tag
    }

    /// A printed label that hangs with another URL after a revision; a chip holds what was written to it.
    public func givenUp(byRevision plan: Tag, at time: Timestamp) -> FormerCarrier? {
        life.state == .printed && url != plan.url ? givenUp(.revised, at: time) : nil
    }

    /// The tag when its batch asks something else of its chips.
    public func under(_ rules: BatchRules) -> Tag {
        guard medium == .nfc else { return self }
        var tag = self
        if life.state == .written, !life.fits(rules, currentKey: nil) {
            tag.life.state = .outdated
        } else if isBackInOrder(url: url, rules) {
            tag.life.state = .written
        }
        return tag
    }

    /// The tag when passwords of its batch are made from another key.
    public func rotated(to key: KeyName) -> Tag {
        guard life.state == .written, life.protection == .password, life.key != key else { return self }
        var tag = self
        tag.life.state = .outdated
        return tag
    }

    /// Whether an outdated chip is what a plan and rules want, as it is.
    private func isBackInOrder(url: String, _ rules: BatchRules) -> Bool {
        life.state == .outdated && medium == .nfc && life.writtenURL == url && life.fits(rules, currentKey: nil)
    }
}
