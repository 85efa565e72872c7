internal import Faults
internal import NDEF
internal import NFCTags
internal import Registry

extension WriteSession {
    /// Takes in what happened and says what to do. Events that do not belong to the state are a mistake of the
    /// caller; the session then gives its tag back and looks at the field afresh, which is always safe.
    package mutating func handle(_ event: Event) -> Step {
        switch (state, event) {
        case (.opening(let chip, _, _), .failed(let error)) where error.code == .wrongPassword:
            return refuse(chip, .closed(chip))
        case (_, .failed(let error)):
            return fail(error)
        case (.intending(let chip, _), .notRecorded(let complaint)),
            (.intendingUnmirrored(let chip, _, _), .notRecorded(let complaint)):
            return refuse(chip, complaint)
        case (.confirming(let chip), .notRecorded(let complaint)),
            (.intendingTreatment(let chip, _, _), .notRecorded(let complaint)):
            // The tag was retired or replaced while it was written.
            return settle(
                chip, reports: [.refused(chip.tag, chip.uid, complaint)], queue: chip.changes { .released($0) })
        case (.recordingProblem(let following, let action), .notRecorded):
            state = following
            return Step(action)
        case (.readerLost, .readerBack):
            state = .looking
            return Step(.select(pause: false), reports: [.readerBack])
        case (.looking, .field(let selected)), (.settled, .field(let selected)):
            return look(at: selected)
        case (.looking, .severalTags), (.settled, .severalTags):
            return crowd()
        case (.identifying(var chip), .identified(let product)):
            chip.product = product
            visitor = chip.uid
            state = .assigning(chip)
            return Step(.assign(chip.uid))
        case (.assigning(let chip), .assigned(let assignment)):
            return take(assignment, for: chip)
        case (.reading(let chip, let message), .image(let image)) where image.uid == chip.uid:
            if isDoubtful, !chip.isLookedUp, chip.ownTag == nil, case .url(let url) = image.content {
                state = .lookingUp(chip)
                return Step(.lookUp(chip.uid, url: url))
            }
            return plan(message, on: image, chip)
        case (.lookingUp(let chip), .lookedUp(let tag)):
            return recognise(chip, as: tag)
        case (.opening(let chip, let image, let message), .opened):
            return opened(image, holding: message, chip)
        case (.checking(var chip, let plan), .genuineness(let genuineness)):
            chip.genuineness = genuineness
            return objection(to: genuineness, on: chip).map { refuse(chip, $0) } ?? intend(plan, chip)
        case (.checkingMirrored(var chip, let image, let message), .genuineness(let genuineness)):
            chip.genuineness = genuineness
            return objection(to: genuineness, on: chip).map { refuse(chip, $0) }
                ?? intendUnmirrored(message, on: image, chip)
        case (.intending(let chip, let plan), .recorded):
            return startWriting(plan, chip)
        case (.intendingUnmirrored(let chip, let image, let message), .recorded):
            state = .unmirroring(chip, message)
            return Step(
                .switchMirrorOff(image, keys: possibleKeys(chip)), reports: [chip.report(WriteReport.writing)],
                queue: [.intended(chip.write(by: reader))])
        case (.unmirroring(let chip, let message), .mirrorSwitchedOff):
            state = .readingUnmirrored(chip, message)
            return Step(.read(for: message, toLock: false))
        case (.readingUnmirrored(let chip, let message), .image(let image))
        where image.uid == chip.uid:
            return planUnmirrored(message, on: image, chip)
        case (.writing(let chip, let plan), .written):
            return readBack(plan, chip)
        case (.verifying(let chip, _), .verified), (.treating(let chip), .treated):
            return confirm(chip)
        case (.readingBack(let chip, let plan), .image(let image)) where image.uid == chip.uid:
            return intendTreatment(plan, image, for: chip)
        case (.intendingTreatment(let chip, let image, let message), .recorded):
            return treat(image, message, for: chip)
        case (.confirming(let chip), .recorded):
            let result = chip.result(by: reader, key: keys.current)
            return settle(chip, reports: [chip.report(WriteReport.written)], queue: [.finished(result)])
        case (.recordingProblem(let following, let action), .recorded):
            state = following
            return Step(action)
        default:
            let released = state.chip?.changes { QueueChange.released($0) } ?? []
            state = .looking
            return Step(.select(pause: false), queue: released)
        }
    }

    private mutating func take(_ assignment: SignQueue.Assignment, for chip: Chip) -> Step {
        var chip = chip
        if case .elsewhere(let other) = assignment { return meetTwin(of: chip, on: other) }
        twinLooks = 0
        switch assignment {
        case .write(let tag):
            chip.tag = tag
        case .resume(let tag, let revealed):
            chip.tag = tag
            chip.revealed = revealed
        case .confirm(let tag):
            chip.tag = tag
            chip.isConfirmation = true
        case .occupied(let tag):
            return refuse(chip, .occupied(chip.uid, tag))
        case .spoiled(let former):
            return refuse(chip, .spoiled(chip.uid, former))
        case .exhausted(let bound):
            return refuse(chip, .exhausted(batch, bound))
        case .otherSign(let tag, let picked):
            return refuse(chip, .otherSign(chip.uid, tag, picked: picked))
        case .taken(let tag):
            return refuse(chip, .taken(tag))
        case .notPicked:
            return refuse(chip, .notPicked)
        case .elsewhere: break
        }
        guard let tag = chip.tag else { preconditionFailure("every other assignment is a refusal") }
        return read(chip, as: tag)
    }

    private mutating func read(_ chip: Chip, as tag: Tag) -> Step {
        var chip = chip
        do {
            let message = try NDEFMessage(uri: tag.url)
            if let complaint = chooseTreatment(message, &chip) { return refuse(chip, complaint) }
            state = .reading(chip, message)
            return Step(.read(for: longer(message, chip), toLock: chip.treatment?.protection == .lock))
        } catch {
            return refuse(chip, error.complaint)
        }
    }

    /// A chip that was written before the registry was restored is finished as the tag that it is. Its password, if it
    /// has one, was made from one of the station's keys or from an unknown one.
    private mutating func recognise(_ chip: Chip, as tag: Tag?) -> Step {
        var chip = chip
        chip.isLookedUp = true
        if var tag {
            tag.uid = chip.uid
            tag.writtenURL = tag.url
            chip.tag = tag
            chip.isRecognised = true
        }
        guard let tag = chip.tag else { preconditionFailure("a chip without a tag is never read") }
        return read(chip, as: tag)
    }

    mutating func plan(_ message: NDEFMessage, on image: TagImage, _ chip: Chip) -> Step {
        var chip = chip
        chip.countsPasswords = image.countsPasswords
        if let complaint = lostLock(image, chip) { return refuse(chip, complaint) }
        let plan: WritePlan
        do {
            plan = try WritePlan(
                writing: message, to: image, mirror: chip.treatment?.mirror, hasPassword: mayHavePassword(chip),
                givingUp: mayLose(chip))
        } catch {
            if error.code == .mirrored, chip.ownTag != nil { return unmirror(message, on: image, chip) }
            return refusal(error, chip).map { refuse(chip, $0) } ?? fail(error)
        }
        if plan.isEmpty, chip.isConfirmation, chip.tag?.fits(rules, currentKey: keys.current) ?? true,
            !hasTreatmentToComplete(image, message, of: chip)
        {
            return settle(
                chip, reports: chip.tag.map { [.confirmed($0, chip.uid)] } ?? [],
                queue: chip.tag.map { [.confirmed($0)] } ?? [])
        }
        if chip.ownTag?.protection == .lock, image.lockProgress == .begun { chip.completesLock() }
        let isRight = plan.isEmpty && chip.ownTag != nil
        if isRight, image.lockProgress == .closed, !chip.isOpened { return open(image, holding: message, chip) }
        if !isRight, let complaint = objection(to: image, plan, on: chip) { return refuse(chip, complaint) }
        if let complaint = unwantedLock(image, chip) { return refuse(chip, complaint) }
        if let complaint = missingKey(image, chip) { return refuse(chip, complaint) }
        if let error = objection(to: image, message, on: chip) { return fail(error) }
        guard rules.genuineness == .unchecked else {
            state = .checking(chip, plan)
            return Step(.checkGenuineness)
        }
        return intend(plan, chip)
    }

    mutating func intend(_ plan: WritePlan, _ chip: Chip) -> Step {
        state = .intending(chip, plan)
        return Step(.record(.writeIntended(chip.write(by: reader))))
    }

    private mutating func startWriting(_ plan: WritePlan, _ chip: Chip) -> Step {
        var step = write(plan, chip)
        step.reports = [chip.report(WriteReport.writing)]
        step.queue = [.intended(chip.write(by: reader))]
        return step
    }

    mutating func write(_ plan: WritePlan, _ chip: Chip) -> Step {
        // A chip that holds the message already was torn away between its last page and the read-back.
        guard !plan.isEmpty else { return readBack(plan, chip) }
        state = .writing(chip, plan)
        return Step(.write(plan, keys: possibleKeys(chip)))
    }

    mutating func confirm(_ chip: Chip) -> Step {
        state = .confirming(chip)
        return Step(.record(.writeConfirmed(chip.result(by: reader, key: keys.current))))
    }
}
