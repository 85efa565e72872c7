package import Cryptography
package import Geodesy
package import Grants
package import Logging
internal import Provisioning
package import ReaderSupervision
package import Registry

/// The daemon's inside: what the API can do, on one registry and its readers.
package final class Station: Sendable {
    /// The station's name in the journal.
    let name: String
    let storage: any RegistryStorage & RegistryHistory & RegistryAccess
    /// Whether it is under a hub: nothing for a hub itself.
    let membership: any StandingStorage
    private let hubStations: (any HubStations & DocumentPages)?
    private let signedHeads: SignedHeads?
    /// For looking only: who asks these waits for no write. Quick questions and long ones do not wait for each other.
    let queries: any RegistryStorage & RegistryQueries & RegistryAccess
    let history: any RegistryStorage & RegistryQueries & RegistryHistory
    let access: AccessControl
    let events: StationEvents
    let edits = EditOrder()
    let requestKeys = RequestKeys()
    let sheets: SheetRenderer
    let symbols: PairingSymbol
    /// SHA-256 of the certificate that is served, for people who compare it; nil without TLS.
    let fingerprint: String?
    /// Where phones open the page of walks, where the configuration says that.
    let walkPage: String?
    let pairings: Pairings
    let wrongInvitations: WrongInvitations
    let sightingFiles: EvidenceConverter
    let registry: RegistryFile
    let evidence: EvidenceImporter
    let confirmations: ConfirmationIntake
    let walks: Walks
    let drafts = AuditDrafts()
    let auditTables = AuditTables()
    let partDesk = PartDesk()
    let auditMemory: UInt64?
    let copies = RunningCopies()
    let erasures: Erasures
    let readers: ReaderSupervisor
    let reservations = ReaderReservations()
    let jobs: WriteJobs
    let keys: KeyRing
    let now: @Sendable () -> Timestamp
    let conditions: StationConditions
    let monitor: StationMonitor
    let metrics: StationMetrics
    /// Nil for a station.
    let hubFigures: (@Sendable () -> HubFigures)?
    let logger: Logger
    /// After how many days raw evidence is erased.
    let daysOfEvidence: Int

    /// - Parameters:
    ///   - name: the station's name in the journal.
    ///   - position: where the station is, if it is known: tags for a store elsewhere are refused.
    ///   - storage: the registry.
    ///   - membership: the same registry, which knows whether the station is under a hub.
    ///   - hubStations: what a hub keeps of its stations; nil for a station.
    ///   - signedHeads: what a hub proves to its stations; nil for a station.
    ///   - queries: the same registry, for looking only, and for quick questions.
    ///   - history: the same, for long ones.
    ///   - access: which role who has on the Unix socket.
    ///   - events: what happens, for clients; the registry and the readers report to it as well.
    ///   - registry: the file that holds it.
    ///   - sheets: makes sheets of labels.
    ///   - symbols: draws codes for pairing.
    ///   - fingerprint: of the certificate that is served.
    ///   - walkPage: where phones open the page of walks; nil where the configuration names no public origin.
    ///   - sightingFiles: makes rows of photographs and tracks.
    ///   - deviceKey: turns identifiers of devices into what is kept of them.
    ///   - keepingSightings: after how many days sightings and confirmations are erased.
    ///   - auditMemory: bytes that an audit may take for what it judges at once; nil: half of what is free.
    ///   - readers: the supervisor, which the caller runs.
    ///   - keys: the keys for tag passwords.
    ///   - allowsUntriedChips: whether chips are written of kinds that no one has written yet.
    ///   - clock: the station's clock.
    ///   - metrics: what is counted.
    ///   - hubFigures: what a hub tells besides; nil for a station.
    ///   - logger: says what the station does.
    package init(
        name: String, position: Coordinate?, storage: any RegistryStorage & RegistryHistory & RegistryAccess,
        membership: any StandingStorage, hubStations: (any HubStations & DocumentPages)? = nil,
        signedHeads: SignedHeads? = nil,
        queries: any RegistryStorage & RegistryQueries & RegistryAccess,
        history: any RegistryStorage & RegistryQueries & RegistryHistory,
        access: AccessRules, events: StationEvents, registry: RegistryFile,
        sheets: SheetRenderer, symbols: PairingSymbol, fingerprint: String? = nil, walkPage: String? = nil,
        sightingFiles: EvidenceConverter,
        deviceKey: DeviceKey,
        keepingSightings: Int = 400, auditMemory: UInt64? = nil,
        readers: ReaderSupervisor,
        keys: KeyRing = KeyRing(), allowsUntriedChips: Bool = false,
        clock: StationClock, metrics: StationMetrics = StationMetrics(),
        hubFigures: (@Sendable () -> HubFigures)? = nil, logger: Logger
    ) {
        let now = clock.now
        self.name = name
        self.fingerprint = fingerprint
        self.walkPage = walkPage
        self.storage = storage
        self.membership = membership
        self.hubStations = hubStations
        self.signedHeads = signedHeads
        self.queries = queries
        self.history = history
        self.access = AccessControl(rules: access, now: now)
        self.events = events
        self.sheets = sheets
        self.symbols = symbols
        pairings = Pairings(uptime: clock.uptime)
        wrongInvitations = WrongInvitations(uptime: clock.uptime)
        self.sightingFiles = sightingFiles
        self.registry = registry
        self.readers = readers
        self.keys = keys
        daysOfEvidence = keepingSightings
        self.auditMemory = auditMemory
        let conditions = StationConditions(now: now, logger: logger)
        self.conditions = conditions
        self.metrics = metrics
        self.hubFigures = hubFigures
        erasures = Erasures(storage: storage, copies: copies, conditions: conditions)
        monitor = StationMonitor(
            storage: storage, registry: registry, clock: clock, readers: readers, station: name, conditions: conditions)
        evidence = EvidenceImporter(storage: storage, key: deviceKey, now: now)
        confirmations = ConfirmationIntake(storage: storage, key: deviceKey, now: now)
        walks = Walks(storage: storage, evidence: evidence, now: now)
        self.now = now
        self.logger = logger
        jobs = WriteJobs(
            storage: storage, reading: history, loans: LoanDesk(storage: storage, membership: membership),
            readers: readers, reservations: reservations, keys: keys,
            allowsUntriedChips: allowsUntriedChips, position: position,
            conditions: conditions, metrics: metrics, now: now, logger: logger, publish: { events.happened($0) })
    }

    /// Nil for a station.
    var stations: StationCalls? {
        guard let hubStations, let signedHeads else { return nil }
        return StationCalls(station: self, hubStations: hubStations, heads: signedHeads)
    }

    /// Supervises the readers that the registry knows.
    package func startReaders() async throws {
        for reader in try await storage.readers() {
            _ = readers.add(name: reader.name.text, connection: reader.connection)
        }
    }

    /// Reads who may do what, and settles requests that ended with the daemon before. For the start.
    package func openAccess() async throws {
        try await storage.interruptRequests()
        try await loadAccess()
    }

    /// Uses every stream of events, and forgets what is kept for a day. For every quarter of a minute.
    package func keepStreamsAlive() { events.hub.keepAlive() }

    /// Forgets what requests with keys were answered a day ago. For now and then.
    package func expireAnswers() async throws {
        try await storage.forgetKeys(before: Timestamp(milliseconds: now().milliseconds - Repetition.memory))
    }

    /// Settles requests with keys whose outcome could not be kept. For every few seconds.
    func settleKeys() async { await Repetition(storage: storage, keys: requestKeys, now: now).settleKeys() }

    /// Erases from the registry's files what could not be erased at once. For the start, and every few seconds.
    package func erasePending() async { await erasures.tryAgain() }

    /// Gives memory back that no audit has asked for in the last minutes. For every few seconds.
    package func releaseMemory() async { await auditTables.tidyUp() }

    /// Returns when the registry has answered a question beside its writer, well or badly: a full disk is reported, not
    /// repaired by a restart.
    package func answer() async { _ = try? await queries.readers() }

    /// Returns when the registry's writer has answered a question, well or badly.
    package func answerAsWriter() async { _ = try? await storage.readers() }

    /// The connections of workers that wait for their reader to be added. For one listener.
    package var unclaimedReaders: AsyncStream<String> { readers.unclaimed }

    /// Looks after the disk, the clock, the memory and the readers until the task is cancelled.
    package func keepWatch() async { await monitor.run() }

    /// Journals what apps' back ends have handed in for an hour, and imports and walks whose client has gone away. For every
    /// few seconds.
    func endImports() async {
        // What fails is tried again.
        try? await confirmations.journal()
        try? await evidence.endImports()
        try? await walks.giveUp()
    }

    /// Journals all that has come in and is not journalled yet. For the end, when no request runs any more.
    package func endAllImports() async throws {
        try await confirmations.journal(all: true)
        try await evidence.endImports(all: true)
        try await walks.giveUp(all: true)
    }

    /// Ends every write job between two tags.
    package func endJobs() async { await jobs.cancelAll() }
}
