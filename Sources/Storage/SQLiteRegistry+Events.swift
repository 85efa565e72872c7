internal import AppClips
internal import Geodesy
internal import Registry

extension SQLiteRegistry {
    /// Moves the tables as an event says, inside the caller's transaction.
    ///
    /// Returns the event as it is journalled: with counts that only the tables can tell.
    func apply(_ event: JournalEvent, at time: Timestamp) throws -> JournalEvent {
        switch event {
        case .storesImported(let stores, _): for store in stores { try put(store) }
        case .experiencesImported(let experiences, _): for experience in experiences { try put(experience) }
        case .deploymentLoaded(let deployment): try load(deployment)
        case .batchCreated(let batch): try create(batch)
        case .batchRevised(let batch): try revise(batch)
        case .batchPaused(let pause): try rest(pause.batch, true)
        case .batchResumed(let pause): try rest(pause.batch, false)
        case .batchRuled(let ruling): try rule(ruling)
        case .keyRotated(let rotation): try rotate(rotation)
        case .readerAdded(let reader): try add(reader)
        case .readerRemoved(let reader): try remove(reader)
        case .writeIntended(let write): try intend(write)
        case .protectionIntended(let protection): try intend(protection)
        case .writeConfirmed(let write): try confirm(write)
        case .tagReplaced(let release):
            try part(release, to: .planned, from: [.unfinished, .written, .printed, .outdated])
        case .tagRetired(let release): try part(release, to: .retired, from: TagState.allCases)
        case .sheetMade(let sheet): for cell in sheet.cells { try print(cell.tag, of: sheet.batch) }
        case .sheetPrinted(let printed): try checkSheet(of: printed)
        case .audited(_, let run): try keep(run, at: time)
        case .evidenceImported(let value):
            try database.run("UPDATE imports SET open = 0 WHERE number = ?", [.integer(value.number)])
        case .findingAccepted(let acceptance): try accept(acceptance, at: time)
        case .evidenceForgotten(let forgetting, let device):
            return .evidenceForgotten(try forget(forgetting, device), device: nil)
        case .tokenCreated(let token, let digest): try create(token, digest: digest, at: time)
        case .tokenRevoked(let token): try revoke(token)
        case .writeInterrupted, .chipRefused: break
        }
        return event
    }

    private func put(_ store: Store) throws {
        try database.run(
            "INSERT INTO stores VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                + "name = excluded.name, "
                + "latitude = excluded.latitude, longitude = excluded.longitude, radius = excluded.radius, "
                + "address = excluded.address, roaming = excluded.roaming, "
                + "place_latitude = excluded.place_latitude, place_longitude = excluded.place_longitude",
            [
                .text(store.id.text), .text(store.name), .optional(store.region?.centre.latitude),
                .optional(store.region?.centre.longitude), .optional(store.region?.radius), .optional(store.address),
                .integer(store.isRoaming ? 1 : 0), .optional(store.place?.latitude), .optional(store.place?.longitude),
            ])
    }

    private func put(_ experience: Experience) throws {
        try database.run(
            "INSERT OR REPLACE INTO experiences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(experience.url.text), .text(experience.card.title), .text(experience.card.subtitle),
                .text(experience.card.action.rawValue), .optional(experience.store?.text), .optional(experience.image),
                .optional(experience.language), .text(experience.status.rawValue),
                .optional(experience.app),
            ])
    }

    private func load(_ deployment: LoadedDeployment) throws {
        for store in deployment.stores { try put(store) }
        for experience in deployment.experiences { try put(experience) }
        try database.run(
            "INSERT OR REPLACE INTO deployments VALUES (?, ?, ?)",
            [.text(deployment.name), .optional(deployment.template), .text(try deployment.profile.json)])
        for batch in deployment.batches {
            guard let existing = try self.batch(batch.name) else {
                try create(batch)
                continue
            }
            guard existing.tags.map(\.plan) == batch.tags.map(\.plan) else {
                throw RegistryError(
                    .alreadyExists, "batch \(batch.name) cannot be loaded",
                    why: "a batch of this name exists already, with other tags",
                    next:
                        "change the batch first (waymark batch revise \(batch.name)), or give the new one another name")
            }
        }
    }

    private func add(_ reader: ReaderRecord) throws {
        try database.run(
            "INSERT OR IGNORE INTO readers VALUES (?, ?)", [.text(reader.name.text), .text(reader.connection)])
        guard database.changes == 1 else {
            throw RegistryError(
                .alreadyExists, "reader \(reader.name) cannot be added", why: "a reader of this name exists already",
                next: "choose another --name, or remove the old one: waymark reader remove \(reader.name)")
        }
    }

    private func remove(_ reader: ReaderRecord) throws {
        try database.run("DELETE FROM readers WHERE name = ?", [.text(reader.name.text)])
        guard database.changes == 1 else {
            throw RegistryError(
                .unknownReader, "reader \(reader.name) cannot be removed", why: "there is no reader of this name",
                next: "see: waymark reader list")
        }
    }
}

extension Tag {
    /// What a batch file says of a tag, without what has become of it since.
    fileprivate var plan: [String] { [id.text, store.text, placement, medium.rawValue, url] }
}
