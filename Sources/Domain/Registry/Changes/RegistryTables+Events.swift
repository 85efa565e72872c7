internal import Chips

extension RegistryTables {
    /// Changes the tables as an event says, or throws why the event is refused. Returns the event as it is journalled:
    /// with counts that only the tables know.
    public mutating func apply(_ event: JournalEvent, at time: Timestamp) throws -> JournalEvent {
        switch event {
        case .storesImported(let stores, _): for store in stores { try put(store) }
        case .experiencesImported(let experiences, _): for experience in experiences { try take(experience) }
        case .deploymentLoaded(let deployment): try load(deployment)
        case .batchCreated(let batch): try create(batch)
        case .batchRevised(let batch): try revise(batch, at: time)
        case .batchPaused(let pause): try put(try known(pause.batch, "be paused").paused(true))
        case .batchResumed(let pause): try put(try known(pause.batch, "be resumed").paused(false))
        case .batchRuled(let policy): try rule(policy)
        case .keyRotated(let rotation): try rotate(rotation)
        case .batchDeleted(let deletion): try delete(deletion)
        case .tagDeleted(let deletion): try delete(deletion)
        case .tagCommissioned(let commissioning): try commission(commissioning)
        case .storeDeleted(let deletion): try delete(deletion)
        case .experienceDeleted(let deletion): try delete(deletion)
        case .readerAdded(let reader): try take(reader)
        case .readerRemoved(let reader): try forget(reader)
        case .writeIntended, .protectionIntended, .writeConfirmed, .tagReplaced, .tagRetired:
            try step(event, at: time)
        case .sheetMade(let sheet):
            try head(sheet.batch)?.checkDoubts()
            try step(event, at: time)
        case .sheetPrinted(let printed):
            guard try hasSheet(printed.digest, of: printed.batch) else { throw RegistryError.unknownSheet(printed) }
        case .audited(_, let run): try take(run, at: time)
        case .evidenceImported(let value): try endImport(value.number)
        case .findingAccepted(let acceptance):
            try put(try knownFinding(acceptance.finding, "accepted").accepted(acceptance, at: time))
        case .findingAssigned(let assignment):
            let finding = try knownFinding(assignment.finding, "assigned")
            try put(try finding.assigned(to: assignment.person, at: time))
        case .findingRepaired(let work, let pictures):
            try put(try knownFinding(work.finding, "carried out").carriedOut(work, at: time))
            try keep(pictures, of: work.finding)
        case .evidenceForgotten(let forgetting, let device):
            return .evidenceForgotten(try forget(forgetting, device, at: time), device: nil)
        case .tokenCreated(let token, let digest): try take(KeptToken(token, created: time, digest: digest))
        case .tokenRevoked(let token): try revoke(token)
        case .sessionOpened(let session): try open(session)
        case .sessionEnded(let end): try removeSession(end.digest)
        case .registryRestored(let restoration, let lost): try restore(restoration, lost)
        case .hubJoined(let membership): try checkJoining(membership)
        case .hubLeft(let departure): try leave(departure)
        case .grantMoved(let grant): try move(grant, at: time)
        case .documentsReceived(let documents): try receive(documents, at: time)
        case .writeInterrupted, .chipRefused, .clockSet, .hubMoved, .registryHandedOver: break
        }
        return event
    }

    /// Moves the tags that an event names.
    private mutating func step(_ event: JournalEvent, at time: Timestamp) throws {
        for step in event.tagSteps {
            guard let tag = try tag(step.tag) else { throw RegistryError.unknownTag(step.tag) }
            var moved = try tag.after(step.event, try chip(of: step.event))
            switch step.event {
            case .protectionIntended(let protection):
                if let rules = try head(tag.batch)?.rules { try tag.check(protection, by: rules) }
            case .writeConfirmed: moved = moved.judged(by: try head(tag.batch)?.rules)
            default: break
            }
            if let former = tag.givenUp(by: step.event, at: time) { try add(former) }
            try put(moved)
        }
    }

    private mutating func take(_ run: AuditRun, at time: Timestamp) throws {
        try checkNothingForgotten(since: run)
        try addAudit(of: run.batch, reading: run.imports, at: time)
        if !run.hasKeptVerdicts { try keep(run.verdicts) }
        let known = try findings(openOrIdentifiedBy: Set(run.findings.map(\.identity)))
        let pictured = Set(known.lazy.filter { $0.repair?.work != nil }.map(\.number))
        let doubtful = run.doubtful(known).compactMap { TagID($0) }
        let planned = try tags(doubtful)
        let gone = Set(doubtful.lazy.filter { planned[$0]?.state ?? .retired == .retired }.map(\.text))
        for finding in run.moves(known, numberedAfter: try lastFinding(), gone: gone, at: time) {
            try put(finding)
            if finding.repair == nil, pictured.contains(finding.number) {
                try keep(RepairPictures(), of: finding.number)
            }
        }
    }

    /// What was forgotten while an audit ran would come back with its verdicts and findings.
    package func checkNothingForgotten(since run: AuditRun) throws {
        if let erasures = run.erasures, try countErasures() != erasures { throw RegistryError.forgottenMeanwhile }
    }

    private func knownFinding(_ number: Int64, _ act: String) throws -> FindingLife {
        guard let finding = try findingLife(number) else { throw RegistryError.unknownFinding(number, act) }
        return finding
    }

    /// Erases the rows and says how many they were.
    private mutating func forget(
        _ forgetting: Forgetting, _ device: DevicePseudonym?, at time: Timestamp
    ) throws -> Forgetting {
        // Rows have whole seconds: one that began before the moment is before it.
        let before = forgetting.before.map { ($0.milliseconds + 999) / 1_000 }
        // Without a condition nothing is meant, never everything.
        guard before != nil || device != nil else { return forgetting }
        let erased = try erase(before: before, device: device, at: time)
        // Together: no phone erases what stays here, and none sends again what is erased.
        if let phones = forgetting.phones {
            let meant = try tokens().map(\.token).filter(phones.contain)
            if !meant.isEmpty { try noteForgotten(Set(meant.map(\.name)), before: forgetting.before ?? time) }
        }
        for finding in try findings() where forgetting.concerns(finding) {
            if let scrubbed = finding.withoutPlaces { try put(scrubbed) }
        }
        if device == nil { try erasePictures(ofWorkBefore: forgetting.before) }
        return Forgetting(
            cause: forgetting.cause, before: forgetting.before, ofOneDevice: device != nil, sightings: erased.sightings,
            confirmations: erased.confirmations, remarks: erased.remarks > 0 ? erased.remarks : nil)
    }

    /// Pictures of work at signs go as raw rows go.
    private mutating func erasePictures(ofWorkBefore moment: Timestamp?) throws {
        for var finding in try findings() {
            guard let repair = finding.repair?.withoutPictures(before: moment) else { continue }
            finding.repair = repair
            try put(finding)
            try keep(RepairPictures(), of: finding.number)
        }
    }
}
