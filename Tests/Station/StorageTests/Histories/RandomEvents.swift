import AppClips
import Chips
import Cryptography
import Geodesy
import Registry
import TestBench
import Testing

/// Events of every kind about few things, so that they meet: many are taken, and many have to be refused.
struct RandomEvents {
    var random: SeededRandom
    /// Of the journal, in milliseconds since 1970. It goes back at times.
    private(set) var clock: Int64 = 1_795_221_000_000
    /// The latest that it has shown.
    private var latest: Int64 = 0
    private var made = 0
    private var sheets: [SheetRecord] = []

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// All but those that stations and a hub tell one another: tests of their own are about these.
    static let kinds = JournalEvent.Kind.allCases.filter { kind in
        switch kind {
        case .hubJoined, .hubLeft, .grantAsked, .grantTaken, .grantDeclined, .grantReturned, .grantClosed, .eraAdopted,
            .documentsReceived, .stationInvited, .stationEnrolled, .grantGiven, .stationLost, .eraBegun, .plansRenewed,
            .registryHandedOver, .registryAdopted, .adoptionEnded, .batchesHandedBack,
            .conflictSettled:
            false
        default: true
        }
    }

    mutating func pick(_ limit: Int) -> Int { Int(random.next(below: UInt64(limit))) }

    mutating func tick() {
        clock += Int64(pick(60_000))
        latest = max(latest, clock)
        if pick(40) == 0 { clock -= Int64(pick(200_000)) }
    }

    /// Texts that databases, JSON and lists may stumble over.
    mutating func text() -> String {
        [
            "Egg", "", "caf\u{E9}", "cafe\u{301}", "a'b\"c\\d", "line\nfeed", "nul\0here", "dle\u{10}0here", "%_\\%",
            "\u{1F3F7}\u{FE0F}", "tab\t", "zu fr\u{FC}h",
        ][pick(12)]
    }

    // MARK: Things

    private mutating func deployment() -> DeploymentName? {
        [nil, nil, DeploymentName("d0"), DeploymentName("d1")][pick(4)]
    }

    mutating func storeID() throws -> StoreID { StoreID(try name("s\(pick(5))"), of: deployment()) }

    private mutating func coordinate() throws -> Coordinate {
        try Coordinate(latitude: 52.5 + Double(pick(1_000)) / 7_000, longitude: 13 + Double(pick(1_000)) / 7_000)
    }

    private mutating func store(_ id: StoreID) throws -> Store {
        let region = pick(4) == 0 ? nil : try Region(centre: coordinate(), radius: Double(50 + pick(200)))
        return Store(
            id: id, name: text(), region: region, address: pick(2) == 0 ? nil : text(), isRoaming: pick(9) == 0,
            place: pick(3) == 0 ? try coordinate() : nil)
    }

    private mutating func url() -> String { "https://example.com/store/s\(pick(5))?tag=t\(pick(60))" }

    private mutating func experience(_ deployment: DeploymentName?) throws -> Experience {
        Experience(
            url: try InvocationURL("https://example.com/store/\(["", "s0", "s1", "s2"][pick(4)])"),
            card: try Card(title: ["Egg", "Sp\u{E4}tzle"][pick(2)], subtitle: "Breakfast", action: .open),
            store: pick(3) == 0 ? try name("s\(pick(5))") : nil, status: pick(4) == 0 ? .retired : .active,
            deployment: deployment)
    }

    private mutating func tag(_ id: TagID, _ batch: BatchName, _ store: StoreID, _ medium: Medium) -> Registry.Tag {
        let url = pick(9) == 0 ? url() : "https://example.com/store/\(store.name)?tag=\(id)"
        return Registry.Tag(id: id, batch: batch, store: store, placement: text(), medium: medium, url: url)
    }

    private mutating func batch(
        _ batch: BatchName, in deployment: DeploymentName?, _ stores: [Store], _ medium: Medium? = nil
    ) throws -> Batch {
        let medium = medium ?? (pick(3) == 0 ? .qr : .nfc)
        let tags = try (0..<(1 + pick(6))).map { _ in
            made += 1
            let id: TagID = try name(pick(12) == 0 ? "t\(pick(made))" : "t\(made)")
            let store =
                stores.isEmpty ? StoreID(try name("s\(pick(5))"), of: deployment) : stores[pick(stores.count)].id
            return tag(id, batch, store, medium)
        }
        return Batch(
            name: batch, template: ["https://example.com/store/{store}{?tag}", nil][pick(2)], tags: tags,
            rules: rules(), deployment: deployment)
    }

    private mutating func rules() -> BatchRules {
        BatchRules(
            protection: Protection.allCases[pick(3)], mirror: pick(3) == 0 ? ChipMirror.allCases[pick(3)] : nil,
            genuineness: GenuinenessRule.allCases[pick(3)])
    }

    private mutating func batchName() throws -> BatchName { try name("b\(pick(max(4, made / 3)))") }

    private mutating func some(_ tags: [Registry.Tag]) throws -> Registry.Tag {
        try tags.randomElement(using: &random) ?? tag(name("t0"), batchName(), storeID(), .nfc)
    }

    private mutating func key() -> KeyName? {
        [nil, KeyName(identifier: "k-1", check: "A1B2C3"), KeyName(identifier: "k-2", check: "D4E5F6")][pick(3)]
    }

    private mutating func write(_ tags: [Registry.Tag], chip: ChipUID?) throws -> TagWrite {
        let tag = try some(tags)
        let uid = try chip ?? (pick(4) == 0 ? nil : tag.uid) ?? Samples.chip(UInt8(pick(30)))
        return TagWrite(
            tag: tag.id, batch: tag.batch, uid: uid, product: "NTAG213", url: pick(9) == 0 ? url() : tag.url,
            reader: try name("bench 1"), genuineness: pick(2) == 0 ? .genuine : nil,
            protection: pick(3) == 0 ? .password : nil, key: key(), mirror: nil)
    }

    private mutating func problem(_ tags: [Registry.Tag]) throws -> TagProblem {
        let tag = try some(tags)
        return TagProblem(
            tag: pick(3) == 0 ? nil : tag.id, batch: tag.batch, uid: try Samples.chip(UInt8(pick(30))),
            reader: try name("bench 1"), code: "locked", message: text())
    }

    private mutating func release(_ tags: [Registry.Tag]) throws -> TagRelease {
        let tag = try some(tags)
        return TagRelease(tag: tag.id, uid: pick(5) == 0 ? nil : tag.uid, reason: text())
    }

    private mutating func token() throws -> AccessToken {
        let scope = pick(3) == 0 ? try WalkScope([storeID(), storeID()]) : nil
        return AccessToken(
            name: try name("k\(pick(5))"), role: scope == nil ? .provision : .walk,
            expires: pick(2) == 0 ? nil : Timestamp(milliseconds: clock + Int64(pick(400_000))), scope: scope)
    }

    private mutating func found() throws -> FoundFinding {
        let stores = try (0..<(1 + pick(2))).map { _ in try storeID() }
        let code = ["misplaced", "missing", "stale"][pick(3)]
        let tags = (0..<pick(4)).map { _ in "t\(pick(60))" }
        return FoundFinding(
            identity: ([code] + stores.map(\.key)).joined(separator: " "), code: code,
            severity: ["critical", "warning"][pick(2)], stores: stores, tags: tags, batches: [try batchName().text],
            message: "\(text()) is at 52.500000, 13.100000 with \(url())", next: text(), evidence: seconds())
    }

    private mutating func seconds() -> Int64 { clock / 1_000 - Int64(pick(500)) }

    private mutating func verdict() throws -> TagVerdict {
        TagVerdict(
            url: url(), uid: pick(3) == 0 ? try Samples.chip(UInt8(pick(30))) : nil, label: "t\(pick(60))",
            store: pick(4) == 0 ? nil : try storeID(), verdict: ["inside", "outside", "undecided", nil][pick(4)],
            probability: pick(2) == 0 ? nil : Double(pick(1_000)) / 999,
            distance: pick(2) == 0 ? nil : Double(pick(900)) / 7,
            foundStore: pick(5) == 0 ? try storeID() : nil, lastSeen: clock / 1_000 - Int64(pick(2_000)))
    }

    // MARK: Events

    /// Another one each time, about what `storage` has; it may have to be refused.
    mutating func event(_ kind: JournalEvent.Kind, in storage: any RegistryStorage) async throws -> JournalEvent {
        let tags = try await storage.tags()
        switch kind {
        case .storesImported:
            return .storesImported(try (0..<(1 + pick(3))).map { _ in try store(storeID()) }, file: text())
        case .experiencesImported: return .experiencesImported([try experience(deployment())], file: "e.csv")
        case .deploymentLoaded: return .deploymentLoaded(try loaded())
        case .batchCreated:
            let stores = try await storage.stores()
            let deployment = deployment()
            made += 1
            let name: BatchName = pick(8) == 0 ? try batchName() : try name("b\(made)")
            return .batchCreated(try batch(name, in: deployment, stores.filter { $0.deployment == deployment }))
        case .batchRevised: return .batchRevised(try await revised(storage))
        case .batchPaused, .batchResumed: return try await pause(kind, tags, in: storage)
        case .batchRuled: return .batchRuled(BatchPolicy(batch: try some(tags).batch, rules: rules()))
        case .keyRotated:
            let batch = try some(tags).batch
            return .keyRotated(KeyRotation(batch: batch, key: try #require(KeyName("k-\(pick(3)):A1B2C3"))))
        case .batchDeleted:
            let batch = try some(tags).batch
            return .batchDeleted(BatchDeletion(batch: batch, tags: tags.count { $0.batch == batch }))
        case .tagDeleted:
            let tag = try some(tags)
            return .tagDeleted(TagDeletion(tag: tag.id, batch: tag.batch))
        case .tagCommissioned:
            let tag = try some(tags)
            let time = pick(2) == 0 ? nil : Timestamp(milliseconds: clock)
            return .tagCommissioned(
                TagCommissioning(
                    tag: tag.id, batch: tag.batch,
                    deployed: Deployed(position: try coordinate(), accuracy: Double(pick(90)) / 7, time: time)))
        case .storeDeleted: return try await storeDeletion(tags, in: storage)
        case .experienceDeleted:
            let all = try await storage.experiences()
            return .experienceDeleted(
                ExperienceDeletion(try all.randomElement(using: &random) ?? experience(deployment())))
        case .readerAdded, .readerRemoved:
            let reader = ReaderRecord(name: try name("r\(pick(3))"), connection: "pn532_uart:/dev/tty\(pick(2))")
            return kind == .readerAdded ? .readerAdded(reader) : .readerRemoved(reader)
        case .writeIntended: return .writeIntended(try write(tags.filter { $0.medium == .nfc }, chip: nil))
        case .writeConfirmed:
            let begun = tags.filter { $0.uid != nil }
            return .writeConfirmed(try write(begun.isEmpty ? tags : begun, chip: nil))
        case .protectionIntended:
            let tag = try some(tags.filter { $0.uid != nil })
            let rules = pick(4) > 0 ? try await storage.batch(tag.batch)?.rules : nil
            return .protectionIntended(
                TagProtection(
                    tag: tag.id, batch: tag.batch, uid: try tag.uid ?? Samples.chip(1), reader: try name("bench 1"),
                    protection: rules?.protection ?? .password, key: key(), mirror: rules?.mirror,
                    url: [nil, tag.url, "https://example.com/other"][pick(3)]))
        case .writeInterrupted: return .writeInterrupted(try problem(tags))
        case .chipRefused: return .chipRefused(try problem(tags))
        case .tagReplaced: return .tagReplaced(try release(tags.filter { $0.uid != nil }))
        case .tagRetired: return .tagRetired(try release(tags))
        case .sheetMade:
            let batch = try some(tags.filter { $0.medium == .qr }).batch
            made += 1
            let chosen = tags.filter { $0.batch == batch }.prefix(1 + pick(3))
            let sheet = SheetRecord(
                batch: batch, stock: "22805", digest: "00\(made)",
                cells: chosen.enumerated().map { .init(tag: $1.id, page: 1, position: $0 + 1) })
            sheets.append(sheet)
            return .sheetMade(sheet)
        case .sheetPrinted:
            let sheet = try sheets.randomElement(using: &random) ?? Samples.sheet([])
            return .sheetPrinted(
                PrintRecord(
                    batch: sheet.batch, printer: text(), job: pick(9), digest: pick(6) == 0 ? "00ff" : sheet.digest,
                    cells: sheet.cells))
        case .clockSet:
            let to = Timestamp(milliseconds: clock + Int64(pick(100_000)))
            // By a clock that counts on, the station knows what it would show.
            return .clockSet(ClockStep(from: Timestamp(milliseconds: latest), to: to))
        case .registryRestored:
            let lost = try lost(tags)
            return .registryRestored(try restoration(tags, lost), lost)
        case .tokenCreated:
            made += 1
            return .tokenCreated(try token(), digest: "digest \(made)")
        case .tokenRevoked: return .tokenRevoked(try token())
        case .sessionOpened:
            return .sessionOpened(
                Session(
                    digest: "session \(pick(6))", token: try name("k\(pick(5))"),
                    expires: Timestamp(milliseconds: clock + 9_000)))
        case .sessionEnded:
            return .sessionEnded(SessionEnd(digest: "session \(pick(6))", token: try name("k\(pick(5))")))
        case .audited, .sightingsImported, .confirmationsImported, .findingAccepted, .findingAssigned, .findingRepaired,
            .evidenceForgotten:
            return try await evidenceEvent(kind, in: storage)
        default: throw OfStations(kind: kind)
        }
    }

    struct OfStations: Error { let kind: JournalEvent.Kind }

    private mutating func evidenceEvent(
        _ kind: JournalEvent.Kind, in storage: any RegistryStorage
    ) async throws -> JournalEvent {
        let history = try #require(storage as? any RegistryHistory)
        switch kind {
        case .audited:
            let run = AuditRun(
                batch: pick(4) == 0 ? try batchName() : nil,
                imports: pick(2) == 0
                    ? .upTo(try await history.endedImports())
                    : .only(Set((0..<pick(4)).map { _ in Int64(1 + pick(6)) })),
                readsEverything: pick(2) == 0, erasures: pick(3) == 0 ? Int64(pick(4)) : nil,
                covered: Dictionary(try (0..<pick(4)).map { _ in (try storeID(), seconds()) }) { first, _ in first },
                verdicts: try (0..<pick(9)).map { _ in try verdict() },
                findings: try (0..<pick(4)).map { _ in try found() })
            return .audited(AuditRecord(batch: run.batch, sightings: 1, badRows: 0, findings: [:]), run: run)
        case .findingAccepted, .findingAssigned, .findingRepaired:
            let all = try await history.findings(in: Set(KeptFinding.State.allCases))
            guard let finding = all.randomElement(using: &random) else {
                return try await event(.audited, in: storage)
            }
            return try action(kind, about: finding)
        case .evidenceForgotten:
            let device = pick(3) == 0 ? nil : DevicePseudonym([UInt8(pick(9))])
            let before = pick(2) == 0 ? nil : Timestamp(milliseconds: clock - Int64(pick(900_000)))
            let phones: Forgetting.Phones? = pick(2) == 0 ? nil : pick(2) == 0 ? .all : .one(try name("k\(pick(5))"))
            return .evidenceForgotten(
                Forgetting(cause: device == nil ? .expired : .asked, before: before, phones: phones), device: device)
        default:
            let open = try await history.openImports()
            let number = open.randomElement(using: &random)?.number ?? Int64(pick(9))
            return .evidenceImported(
                EvidenceImport(
                    number: number, kind: kind == .sightingsImported ? .sightings : .confirmations, file: text(),
                    digest: nil, rows: pick(9), new: pick(9), badRows: 0, isComplete: true))
        }
    }

    private mutating func action(_ kind: JournalEvent.Kind, about finding: KeptFinding) throws -> JournalEvent {
        switch kind {
        case .findingAccepted:
            return .findingAccepted(FindingAcceptance(finding: finding, reason: text(), person: text()))
        case .findingAssigned: return .findingAssigned(FindingAssignment(finding: finding, person: text()))
        default:
            let pictures = RepairPictures(before: try picture(), after: try picture())
            let digests = try [pictures.before, pictures.after].map { picture in
                try picture.map { try SHA256.hexadecimal(of: $0.bytes) }
            }
            let work = FindingWork(
                finding: finding, person: text(), note: pick(2) == 0 ? nil : text(), before: digests[0],
                after: digests[1])
            return .findingRepaired(work, pictures)
        }
    }

    private mutating func picture() throws -> ScanPicture? {
        pick(2) == 0 ? nil : try ScanPicture(jpeg: Samples.picture)
    }

    /// Mostly of a store for which no tag is. Where every store has tags, a further store is imported.
    private mutating func storeDeletion(
        _ tags: [Registry.Tag], in storage: any RegistryStorage
    ) async throws -> JournalEvent {
        let stores = try await storage.stores().map(\.id)
        let free = Set(stores).subtracting(tags.map(\.store)).sorted()
        if pick(9) == 0 { return .storeDeleted(StoreDeletion(try stores.randomElement(using: &random) ?? storeID())) }
        if let store = free.randomElement(using: &random) { return .storeDeleted(StoreDeletion(store)) }
        made += 1
        return .storesImported([try store(StoreID(try name("further-\(made)"), of: deployment()))], file: text())
    }

    /// Where every batch is as it is asked to be, one goes the other way.
    private mutating func pause(
        _ kind: JournalEvent.Kind, _ tags: [Registry.Tag], in storage: any RegistryStorage
    ) async throws -> JournalEvent {
        let batches = try await storage.batches()
        let fitting = batches.filter { $0.isPaused == (kind == .batchResumed) }
        guard pick(9) > 0, let batch = (fitting.isEmpty ? batches : fitting).randomElement(using: &random) else {
            return .batchPaused(BatchPause(batch: try some(tags).batch, reason: text()))
        }
        return batch.isPaused
            ? .batchResumed(BatchPause(batch: batch.name, reason: nil))
            : .batchPaused(BatchPause(batch: batch.name, reason: text()))
    }

    private mutating func loaded() throws -> LoadedDeployment {
        let deployment: DeploymentName = try name("d\(pick(2))")
        let stores = try (0..<(1 + pick(2))).map { try store(StoreID(try name("s\($0)"), of: deployment)) }
        let template = "https://\(deployment).example/store/{store}{?tag}"
        made += 1
        return LoadedDeployment(
            name: deployment.text, template: template, stores: stores,
            experiences: pick(2) == 0 ? [] : [try experience(deployment)],
            batches: [try batch(name(pick(2) == 0 ? "\(deployment)-nfc" : "b\(made)"), in: deployment, stores, .nfc)])
    }

    private mutating func revised(_ storage: any RegistryStorage) async throws -> Batch {
        let names = try await storage.batches().map(\.name)
        guard let name = names.randomElement(using: &random), let batch = try await storage.batch(name) else {
            return try self.batch(batchName(), in: nil, [])
        }
        let medium = batch.tags.first?.medium ?? .nfc
        let store = StoreID(try StorageTests.name("s\(pick(5))"), of: batch.deployment)
        var tags = batch.tags.shuffled(using: &random).prefix(1 + pick(3)).map { tag($0.id, name, store, medium) }
        if pick(2) == 0 {
            made += 1
            tags.append(tag(try StorageTests.name("t\(made)"), name, store, medium))
        }
        return batch.with(tags)
    }

    /// It names each tag that becomes another by it, as a real one does.
    private mutating func restoration(_ tags: [Registry.Tag], _ lost: LostRecords) throws -> RegistryRestoration {
        let chips = Set(lost.lives.values.compactMap(\.uid))
        let moved = tags.filter { tag in tag.uid.map(chips.contains) ?? false }.map(\.id)
        return RegistryRestoration(
            backup: text(), newest: nil, replaced: nil, lost: Int64(pick(9)),
            tags: Set(tags.prefix(2).map(\.id) + lost.lives.keys + moved).sorted(),
            revoked: pick(2) == 0 ? [] : [try name("k\(pick(5))")], isDoubtful: pick(3) == 0,
            lastFinding: Int64(100 + made), lastImport: Int64(100 + made), kept: nil)
    }

    private mutating func lost(_ tags: [Registry.Tag]) throws -> LostRecords {
        var lives: [TagID: TagLife] = [:]
        for _ in 0..<pick(4) {
            made += 1
            let id: TagID = pick(2) == 0 ? try some(tags).id : try name("t\(made + pick(6))")
            lives[id] = TagLife(
                state: .written, uid: try Samples.chip(UInt8(40 + pick(60))), writtenURL: url(), prints: 0)
        }
        let former = FormerCarrier(
            tag: try name("t\(pick(60))"), uid: try Samples.chip(UInt8(pick(30))), url: url(), cause: .replaced,
            ended: Timestamp(milliseconds: clock - 5_000))
        return LostRecords(lives: lives, isProven: pick(2) == 0, formerCarriers: pick(2) == 0 ? [] : [former])
    }
}
