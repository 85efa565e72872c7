internal import Chips
internal import Faults
internal import NFCTags
internal import Registry

extension WriteSession {
    /// The tag in the field is done with: nothing happens until it leaves.
    mutating func settle(_ chip: Chip, reports: [WriteReport], queue: [QueueChange] = []) -> Step {
        state = .settled(chip.uid)
        failures = 0
        monitor.settle(chip.uid)
        return Step(.select(pause: true), reports: reports, queue: queue)
    }

    mutating func refuse(_ chip: Chip, _ complaint: Complaint) -> Step {
        let released = chip.changes { QueueChange.released($0) }
        if isRepeated(complaint, chip) { return settle(chip, reports: [], queue: released) }
        if complaint.code.rawValue == TagError.Code.unsupportedProduct.rawValue {
            _ = monitor.isNew(.unsupported(chip.uid))
        }
        failures = 0
        monitor.settle(chip.uid)
        state = .recordingProblem(then: .settled(chip.uid), next: .select(pause: true))
        return Step(
            .record(.chipRefused(problem(chip, complaint))),
            reports: [.refused(chip.tag, chip.uid, complaint)],
            queue: released + (complaint.code == Complaint.askedForCode ? [.unknown(chip.uid)] : []))
    }

    /// An operation on the tag failed: whose fault it is decides what follows, and whether a write was in progress
    /// decides what is reported and recorded.
    mutating func fail(_ error: TagError) -> Step {
        let complaint = error.complaint
        guard let chip = state.chip else {
            if error.code == .severalTags { return crowd() }
            guard error.recovery == .restoreReader else { return Step(.select(pause: true)) }
            state = .readerLost
            visitor = nil
            return Step(.awaitReader, reports: [.readerLost(complaint)], queue: [.withdrawn])
        }
        let following: State
        let action: Action
        var reports: [WriteReport] = []
        if error.code == .severalTags, !state.isPastIntent {
            state = .looking
            var step = crowd()
            step.queue = chip.changes { .released($0) }
            return step
        }
        switch error.recovery {
        case .refuse where !state.isPastIntent:
            return refuse(chip, complaint)
        case .restoreReader:
            visitor = nil
            (following, action) = (.readerLost, .awaitReader)
            reports = [.readerLost(complaint)]
        case .selectAgain, .refuse:
            failures += 1
            // A tag that fails again and again would be written to for ever: it has to be taken away first.
            guard failures < Self.attemptLimit else {
                if !state.isPastIntent { return refuse(chip, complaint) }
                (following, action) = (.settled(chip.uid), .select(pause: true))
                failures = 0
                break
            }
            (following, action) = (.looking, .select(pause: false))
        }
        if error.code == .severalTags {
            // The interruption reports it.
            monitor.crowd()
            _ = monitor.isNew(.severalTags)
        }
        let withdrawal: [QueueChange] = error.recovery == .restoreReader ? [.withdrawn] : []
        let mayHoldAll = state.isPastWriting && !state.isDisproved(by: error) || error.isAtTheEnd
        let revelation = mayHoldAll ? chip.tag.map { [QueueChange.revealed(chip.uid, url: $0.url)] } ?? [] : []
        let queue = chip.changes { QueueChange.released($0) } + revelation + withdrawal
        guard state.isPastIntent, let tag = chip.tag else {
            state = following
            return Step(action, reports: reports, queue: queue)
        }
        reports.insert(.interrupted(tag, chip.uid, complaint), at: 0)
        state = .recordingProblem(then: following, next: action)
        return Step(.record(.writeInterrupted(problem(chip, complaint))), reports: reports, queue: queue)
    }

    /// What a mirror has hidden is not what the chip was written with: nothing is written over it. From its intent on the
    /// chip is on record as begun, and could lose whatever it holds, so what it has to hold is kept for its next visit.
    mutating func stop(_ chip: Chip, _ complaint: Complaint) -> Step {
        guard let tag = chip.tag else { preconditionFailure("a chip without a tag is never written") }
        failures = 0
        monitor.settle(chip.uid)
        let due = chip.revealed ?? tag.writtenURL
        let queue = chip.changes { QueueChange.released($0) } + (due.map { [.revealed(chip.uid, url: $0)] } ?? [])
        state = .recordingProblem(then: .settled(chip.uid), next: .select(pause: true))
        return Step(
            .record(.writeInterrupted(problem(chip, complaint))), reports: [.interrupted(tag, chip.uid, complaint)],
            queue: queue)
    }

    private func problem(_ chip: Chip, _ complaint: Complaint) -> TagProblem {
        TagProblem(
            tag: chip.tag?.id, batch: batch, uid: chip.uid, reader: reader, code: complaint.code.rawValue,
            message: "\(complaint.message): \(complaint.reason)")
    }
}

extension WriteSession.State {
    /// The chip under work, and with it the tag that the queue gave out.
    var chip: WriteSession.Chip? {
        switch self {
        case .identifying(let chip), .assigning(let chip), .reading(let chip, _), .lookingUp(let chip),
            .opening(let chip, _, _), .checking(let chip, _), .checkingMirrored(let chip, _, _),
            .intending(let chip, _), .intendingUnmirrored(let chip, _, _), .unmirroring(let chip, _),
            .readingUnmirrored(let chip, _), .writing(let chip, _), .verifying(let chip, _), .readingBack(let chip, _),
            .intendingTreatment(let chip, _, _), .treating(let chip), .confirming(let chip):
            chip
        case .looking, .settled, .recordingProblem, .readerLost: nil
        }
    }

    /// Whether the chip may have been changed.
    fileprivate var isPastIntent: Bool {
        switch self {
        case .unmirroring, .readingUnmirrored, .writing, .verifying, .readingBack, .intendingTreatment, .treating,
            .confirming:
            true
        default: false
        }
    }

    /// Whether the chip has acknowledged all of its message.
    fileprivate var isPastWriting: Bool {
        switch self {
        case .verifying, .readingBack, .intendingTreatment, .treating, .confirming: true
        default: false
        }
    }

    /// Whether the read-back has shown that the chip does not hold its message: what it acknowledged was not kept. When it
    /// comes back without the message, it is not taken for a copy.
    fileprivate func isDisproved(by error: TagError) -> Bool {
        guard error.code == .readBackDiffers else { return false }
        return switch self {
        case .verifying, .readingBack: true
        // The message was right, and what was done afterwards is not.
        default: false
        }
    }
}

extension WriteSession.Chip {
    func write(by reader: ReaderName) -> TagWrite {
        // A chip that is written has been assigned a tag.
        guard let tag else { preconditionFailure("a chip without a tag is never written") }
        return TagWrite(
            tag: tag.id, batch: tag.batch, uid: uid, product: product, url: tag.url, reader: reader,
            genuineness: genuineness)
    }

    /// The same with what has become of the chip; `key` is the one that its password would be made from.
    func result(by reader: ReaderName, key: KeyName?) -> TagWrite {
        let write = write(by: reader)
        let protection: Protection? =
            switch treatment?.protection {
            case .lock: .lock
            case .password: .password
            case .none?, nil: nil
            }
        return TagWrite(
            tag: write.tag, batch: write.batch, uid: uid, product: product, url: write.url, reader: reader,
            genuineness: genuineness, protection: protection, key: protection == .password ? key : nil,
            mirror: treatment?.mirror.map { ChipMirror($0.kind) })
    }

    func report(_ make: (Tag, ChipUID, String) -> WriteReport) -> WriteReport {
        guard let tag else { preconditionFailure("a chip without a tag is never written") }
        return make(tag, uid, product)
    }

    func changes(_ make: (TagID) -> WriteSession.QueueChange) -> [WriteSession.QueueChange] {
        tag.map { [make($0.id)] } ?? []
    }
}

extension WriteSession.Step {
    init(
        _ action: WriteSession.Action, reports: [WriteReport] = [], queue: [WriteSession.QueueChange] = []
    ) {
        self.action = action
        self.reports = reports
        self.queue = queue
    }
}
