internal import Chips
internal import Faults
internal import NFCTags
internal import Registry

/// What is on the reader, before anything is done with it.
extension WriteSession {
    mutating func look(at selected: SelectedTag?) -> Step {
        guard let uid = visitor, uid != selected?.uid else { return see(selected) }
        (visitor, twinLooks) = (nil, 0)
        var step = see(selected)
        step.queue.append(.left(uid))
        return step
    }

    private mutating func see(_ selected: SelectedTag?) -> Step {
        guard let selected else {
            monitor.seeNothing()
            state = .looking
            failures = 0
            return Step(.select(pause: true))
        }
        let uid = selected.uid
        if uid.isRandom {
            state = .looking
            let reports = monitor.isNew(.randomUID) ? [WriteReport.refused(nil, uid, .randomUID(uid))] : []
            return Step(.select(pause: true), reports: reports)
        }
        let wasCrowded = monitor.isCrowded
        guard monitor.see(uid) else { return wasCrowded ? Step(.select(pause: true)) : crowd() }
        if state == .settled(uid) { return Step(.select(pause: true)) }
        if lastSeen != uid { failures = 0 }
        lastSeen = uid
        state = .identifying(Chip(uid: uid))
        let isKnown = failures > 0 || twinLooks > 0 || monitor.isReported(uid)
        return Step(.identify(selected), reports: isKnown ? [] : [.presented(uid)])
    }

    /// Two tags or more: reported once, and nothing is done until one of them is there alone. A chip that is dealt with
    /// stays so.
    mutating func crowd() -> Step {
        monitor.crowd()
        return Step(
            .select(pause: true), reports: monitor.isNew(.severalTags) ? [.refused(nil, nil, .severalTags)] : [])
    }

    /// A chip of a kind that is not written, as a phone, is refused once while it fades in and out.
    func isRepeated(_ complaint: Complaint, _ chip: Chip) -> Bool {
        complaint.code.rawValue == TagError.Code.unsupportedProduct.rawValue && monitor.isReported(chip.uid)
    }
}
