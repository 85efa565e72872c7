internal import API
internal import Chips
internal import Faults
internal import Grants
internal import Logging
internal import NFCTags
internal import Provisioning
internal import ReaderSupervision
internal import Registry

/// What one reader's session asks of its job and of the station.
struct WriteJobPort: WriteSessionPort {
    let reader: ReservedReader
    let job: WriteJobRunner
    let setup: WriteJobSetup

    func apply(_ step: WriteSession.Step) async -> Bool {
        for case .unknown(let uid) in step.queue { await askHub(for: uid) }
        return await job.apply(step, by: reader.name)
    }

    /// Where it cannot be asked now, the chip is asked for when it comes again.
    private func askHub(for uid: ChipUID) async {
        do { _ = try await setup.loans.ask(for: uid, by: setup.author) } catch {
            setup.logger.warning("the hub is not asked for a chip: \(error)", metadata: ["uid": uid.hexadecimal])
        }
    }

    func assignment(of uid: ChipUID) async throws -> SignQueue.Assignment {
        // First: from now on no other reader changes what the registry knows of the chip.
        if let other = setup.visits.begin(uid, on: reader.name) { return .elsewhere(other) }
        while true {
            let seen = await job.refreshes
            let known = try await setup.storage.tag(onChip: uid)
            let former = known == nil ? try await setup.storage.formerCarrier(onChip: uid) : nil
            if let assignment = await job.assign(uid, known: known, former: former, asOf: seen, on: reader.name) {
                return assignment
            }
        }
    }

    func recognise(_ url: String) async -> Tag? { await job.recognise(url, on: reader.name) }

    func record(_ event: JournalEvent, mayBeLate: Bool) async throws -> WriteSessionRecording {
        var isWaiting = false
        while true {
            do {
                try await setup.storage.record(event, by: setup.author)
                if isWaiting { await job.reportResumption(reader.name) }
                return .recorded
            } catch let error as RegistryError where [.contradiction, .unknownTag].contains(error.code) {
                // The batch was changed in the meantime, or the tag deleted, which does not end the job.
                try await job.refresh()
                return .refused(error.complaint)
            } catch let error as GrantError {
                // The tag's right has gone back to the hub, or the station is under it no more.
                if error.code == .tagNotHeld, case .writeIntended(let write) = event,
                    try await setup.storage.tag(onChip: write.uid)?.id == write.tag
                {
                    await askHub(for: write.uid)
                }
                try await job.refresh()
                return .refused(error.complaint)
            } catch let error as RegistryError where error.concernsDisk {
                setup.conditions.note(error)
                if !isWaiting { await job.reportWaiting(error, reader.name) }
                isWaiting = true
                guard await setup.conditions.untilWritable() else { throw error }
                guard mayBeLate else {
                    await job.reportResumption(reader.name)
                    return .tooLate
                }
            }
        }
    }

    func genuineness(of tag: TagSession) async throws -> Genuineness { try await Genuineness(of: tag) }

    func password(of uid: ChipUID, from key: KeyName) throws -> TagPassword? {
        try setup.keys.password(of: uid, from: key)
    }

    func pause() async { try? await Task.sleep(for: setup.pollInterval) }

    func awaitReader() async throws {
        let changes = reader.changes() ?? AsyncStream(unfolding: { nil })
        for await snapshot in changes where snapshot.state == .ready { return }
        if Task.isCancelled { return }
        throw WriteJobRefusal.readerRemoved(reader.name)
    }
}
