internal import Chips
internal import Faults
internal import NDEF
package import NFCTags
package import Registry

/// What a batch asks of its chips beyond their URLs: genuineness before the intent, mirror and protection after the
/// read-back.
extension WriteSession {
    /// Works out what is to become of a chip, or why its URL does not allow that.
    func chooseTreatment(_ message: NDEFMessage, _ chip: inout Chip) -> Complaint? {
        var mirror: TextMirror?
        if let wanted = rules.mirror {
            guard let place = TextMirror(TextMirror.Kind(wanted), replacingZerosIn: message) else {
                return .noPlaceholder(chip.tag, wanted)
            }
            mirror = place
        }
        // A password that is not asked for any more is taken off.
        let hasPassword = chip.ownTag.map { !$0.possibleKeys.isEmpty } ?? false
        guard mirror != nil || rules.protection != .none || hasPassword || chip.mayBeProtected else { return nil }
        chip.treatment = TagTreatment(mirror: mirror, protection: TagTreatment.Protection(rules.protection))
        return nil
    }

    /// Why what a chip's signature says keeps it from being written.
    func objection(to genuineness: Genuineness, on chip: Chip) -> Complaint? {
        rules.genuineness == .required && genuineness != .genuine ? .notGenuine(chip, genuineness) : nil
    }

    mutating func readBack(_ plan: WritePlan, _ chip: Chip) -> Step {
        guard chip.treatment != nil else {
            state = .verifying(chip, plan)
            return Step(.verify(plan))
        }
        state = .readingBack(chip, plan)
        return Step(.readBack(plan))
    }

    mutating func intendTreatment(_ plan: WritePlan, _ image: TagImage, for chip: Chip) -> Step {
        var chip = chip
        if chip.mayHaveUnwantedLock {
            switch image.lockProgress {
            case .none: break
            // To be verified as what it is: no rule takes a lock off.
            case .complete, .data, .closed: chip.completesLock()
            case .begun, .unseen: return fail(.unwantedLock(chip.uid))
            }
        }
        // The read-back has compared the message, and nothing has to be taken off.
        if chip.treatment == TagTreatment(protection: .none),
            !image.isToBeOpened(before: plan.message, knowing: passwordKnowledge(chip))
        {
            return confirm(chip)
        }
        state = .intendingTreatment(chip, image, plan.message)
        guard let tag = chip.tag else { preconditionFailure("a chip without a tag is never written") }
        return Step(
            .record(
                .protectionIntended(
                    TagProtection(
                        tag: tag.id, batch: tag.batch, uid: chip.uid, reader: reader, protection: rules.protection,
                        key: rules.protection == .password ? keys.current : nil, mirror: rules.mirror, url: tag.url))))
    }

    mutating func treat(_ image: TagImage, _ message: NDEFMessage, for chip: Chip) -> Step {
        guard let treatment = chip.treatment else { preconditionFailure("a chip without a treatment is verified") }
        state = .treating(chip)
        let new = rules.protection == .password ? keys.current : nil
        return Step(.treat(image, message, treatment, keys: TreatmentKeys(current: possibleKeys(chip), new: new)))
    }

    /// A mirror is in the way: of ours, at another place of the URL or not asked for any more, or a stranger's over a lock
    /// that left the configuration open.
    mutating func unmirror(_ message: NDEFMessage, on image: TagImage, _ chip: Chip) -> Step {
        var chip = chip
        if let tag = chip.ownTag, image.isLockBegun {
            if image.objectionToUnmirroring != nil {
                return refuse(chip, .locked(chip.uid, tag, because: "what it shows in its URL is at another place"))
            }
            // Nothing of a message that cannot be replaced is given up.
            if !image.mayHold(message) {
                return refuse(chip, .locked(chip.uid, tag, because: "it stores another message"))
            }
        }
        if let complaint = objection(to: image, hiding: message, on: chip) { return refuse(chip, complaint) }
        if let complaint = unwantedLock(image, chip) { return refuse(chip, complaint) }
        // No rule takes a lock off: it is completed, so that the mirror stays off.
        if image.lockProgress.coversData { chip.completesLock() }
        if image.lockProgress == .closed, !chip.isOpened { return open(image, holding: message, chip) }
        if let complaint = missingKey(image, chip) { return refuse(chip, complaint) }
        if let error = image.objectionToUnmirroring { return fail(error) }
        if let error = objection(to: image, message, on: chip) { return fail(error) }
        guard rules.genuineness == .unchecked else {
            state = .checkingMirrored(chip, image, message)
            return Step(.checkGenuineness)
        }
        return intendUnmirrored(message, on: image, chip)
    }

    mutating func intendUnmirrored(_ message: NDEFMessage, on image: TagImage, _ chip: Chip) -> Step {
        state = .intendingUnmirrored(chip, image, message)
        return Step(.record(.writeIntended(chip.write(by: reader))))
    }

    /// Why the chip can never become what its batch asks for.
    func objection(to image: TagImage, _ message: NDEFMessage, on chip: Chip) -> TagError? {
        // A lock that is there already is confirmed as what it is: see `intendTreatment`.
        let isLocked = chip.mayHaveUnwantedLock && image.lockProgress.coversData
        let treatment = isLocked ? TagTreatment(mirror: chip.treatment?.mirror, protection: .lock) : chip.treatment
        return treatment?.objection(to: image, holding: message, knowing: passwordKnowledge(chip))
    }

    /// Whether a chip that holds its message is not all that it is on record as: it was locked by an earlier version, which
    /// left its configuration open, its counter is hidden, or it can be written by others.
    func hasTreatmentToComplete(_ image: TagImage, _ message: NDEFMessage, of chip: Chip) -> Bool {
        if image.lockProgress == .closed || (rules.protection == .lock && image.lockProgress == .data) { return true }
        switch chip.tag?.protection {
        case .lock where [.none, .begun].contains(image.lockProgress): return true
        case .password where image.isOpenBesidePassword: return true
        default: break
        }
        guard let treatment = chip.treatment, chip.tag?.mirror == rules.mirror else { return false }
        return !treatment.isShown(by: image, in: message)
    }

    /// An earlier version left the configuration of a locked chip open, and it takes a password now. One of ours, or the
    /// factory's, is looked for before anything is changed; where the chip counts wrong ones, only one that is on record.
    mutating func open(_ image: TagImage, holding message: NDEFMessage, _ chip: Chip) -> Step {
        let recorded = possibleKeys(chip)
        guard !chip.countsPasswords || !recorded.isEmpty else { return refuse(chip, .closed(chip)) }
        state = .opening(chip, image, message)
        return Step(.open(keys: chip.countsPasswords ? recorded : allKeys(after: recorded)))
    }

    /// No rule takes a lock off: it is completed.
    mutating func opened(_ image: TagImage, holding message: NDEFMessage, _ chip: Chip) -> Step {
        var chip = chip
        chip.isOpened = true
        chip.completesLock()
        return plan(message, on: image, chip)
    }

    mutating func planUnmirrored(_ message: NDEFMessage, on image: TagImage, _ chip: Chip) -> Step {
        let plan: WritePlan
        do {
            plan = try WritePlan(
                writing: message, to: image, mirror: chip.treatment?.mirror, hasPassword: mayHavePassword(chip),
                givingUp: mayLose(chip))
        } catch {
            return fail(error)
        }
        // What was hidden is judged by what was known before the intent.
        if !plan.isEmpty, let complaint = objection(to: image, plan, on: chip) { return stop(chip, complaint) }
        return write(plan, chip)
    }

    /// Those of the keys of a chip's password that are here, the likeliest one first: all of them where the registry
    /// was restored, and does not know which one it was. A chip that counts wrong passwords gets those on record alone.
    func possibleKeys(_ chip: Chip) -> [KeyName] {
        let known = (chip.ownTag?.possibleKeys ?? []).filter(keys.all.contains)
        if chip.countsPasswords { return known }
        return chip.isOpened || chip.isRecognised || (isDoubtful && chip.isBegun) ? allKeys(after: known) : known
    }

    private func allKeys(after known: [KeyName]) -> [KeyName] {
        let others = [keys.current].compactMap(\.self) + keys.all.sorted { $0.description < $1.description }
        return others.reduce(into: known) { if !$0.contains($1) { $0.append($1) } }
    }

    /// A lock of a chip that was begun is there and cannot be taken off, and the batch does not ask for one. A complete
    /// lock is confirmed as what it is.
    func unwantedLock(_ image: TagImage, _ chip: Chip) -> Complaint? {
        guard chip.mayHaveUnwantedLock, let tag = chip.ownTag, image.lockProgress == .begun else { return nil }
        return .unwantedLock(chip.uid, tag)
    }

    /// A lock that is on record is not there: no command takes one off, so this is a copy of the chip that was written.
    func lostLock(_ image: TagImage, _ chip: Chip) -> Complaint? {
        guard !overwrite, chip.ownTag?.protection == .lock, image.lockProgress == .none else { return nil }
        return .wrongContent(chip, says: "no lock, and a lock cannot be taken off")
    }

    /// A password is in the way, and none of the keys that it may be made from is here.
    func missingKey(_ image: TagImage, _ chip: Chip) -> Complaint? {
        guard image.isPasswordProtected, !chip.isOpened, let tag = chip.ownTag, let key = tag.possibleKeys.first,
            possibleKeys(chip).isEmpty
        else { return nil }
        return .missingKey(chip.uid, tag, key: key, namesake: keys.all.first { $0.identifier == key.identifier })
    }

    /// What a refusal by the memory means for a chip of ours; nil for a chip that is not.
    func refusal(_ error: TagError, _ chip: Chip) -> Complaint? {
        guard error.code == .locked, let tag = chip.ownTag else { return nil }
        return .locked(chip.uid, tag, because: error.reason)
    }
}

extension WriteSession.Chip {
    /// The tag, if the registry has it on this chip.
    var ownTag: Tag? { tag.flatMap { $0.uid == uid ? $0 : nil } }

    /// Whether something may be locked that is not to be.
    fileprivate var mayHaveUnwantedLock: Bool { mayBeProtected && treatment?.protection != .lock }

    /// No rule takes a lock off: what is there of one is completed.
    mutating func completesLock() { treatment = TagTreatment(mirror: treatment?.mirror, protection: .lock) }
}

extension TagError {
    fileprivate static func unwantedLock(_ uid: ChipUID) -> TagError {
        TagError(
            code: .locked, message: "tag \(uid) is not confirmed",
            reason: "a part of it is locked for ever, it does not show that all of it is, and its batch asks for no "
                + "lock",
            next: "destroy this chip and write another: waymark tag replace")
    }
}

extension TextMirror.Kind {
    /// What a chip shows, in the words of its data sheet.
    package init(_ mirror: ChipMirror) {
        switch mirror {
        case .uid: self = .uid
        case .counter: self = .counter
        case .both: self = .uidAndCounter
        }
    }
}

extension ChipMirror {
    init(_ kind: TextMirror.Kind) {
        switch kind {
        case .uid: self = .uid
        case .counter: self = .counter
        case .uidAndCounter: self = .both
        }
    }
}

extension TagTreatment.Protection {
    fileprivate init(_ protection: Protection) {
        switch protection {
        case .none: self = .none
        case .lock: self = .lock
        case .password: self = .password
        }
    }
}
