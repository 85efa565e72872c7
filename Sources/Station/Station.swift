public import Cryptography
public import Geodesy
public import Logging
public import ReaderSupervision
public import Registry

/// The daemon's inside: what the API can do, on one registry and its readers.
public final class Station: Sendable {
    /// The station's name in the journal.
    let name: String
    let storage: any RegistryStorage & RegistryHistory
    let registry: RegistryFile
    let evidence: EvidenceDesk
    let walks: Walks
    let readers: ReaderSupervisor
    let desk = ReaderDesk()
    let jobs: WriteJobs
    let keys: KeyRing
    let now: @Sendable () -> Timestamp
    let logger: Logger
    /// After how many days raw evidence is erased.
    let daysOfEvidence: Int

    /// - Parameters:
    ///   - name: the station's name in the journal.
    ///   - position: where the station is, if it is known: tags for a store elsewhere are refused.
    ///   - storage: the registry.
    ///   - registry: the file that holds it.
    ///   - deviceKey: turns identifiers of devices into what is kept of them.
    ///   - keepingSightings: after how many days sightings and confirmations are erased.
    ///   - readers: the supervisor, which somebody else runs.
    ///   - keys: the keys for tag passwords.
    ///   - now: the clock of what is told to clients.
    ///   - logger: says what the station does.
    public init(
        name: String, position: Coordinate?, storage: any RegistryStorage & RegistryHistory, registry: RegistryFile,
        deviceKey: DeviceKey, keepingSightings: Int = 400, readers: ReaderSupervisor, keys: KeyRing = KeyRing(),
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.name = name
        self.storage = storage
        self.registry = registry
        self.readers = readers
        self.keys = keys
        daysOfEvidence = keepingSightings
        evidence = EvidenceDesk(storage: storage, key: deviceKey, now: now)
        walks = Walks(storage: storage, evidence: evidence, now: now)
        self.now = now
        self.logger = logger
        jobs = WriteJobs(
            storage: storage, readers: readers, desk: desk, keys: keys, position: position, now: now, logger: logger)
    }

    /// Supervises the readers that the registry knows.
    public func startReaders() async throws {
        for reader in try await storage.readers() {
            _ = readers.add(name: reader.name.text, connection: reader.connection)
        }
    }

    /// Returns when the registry has answered a question, well or badly: a disk that is full is told, not mended by a
    /// restart.
    public func answer() async { _ = try? await storage.readers() }

    /// The connections of workers that wait for their reader to be added. For one listener.
    public var unclaimedReaders: AsyncStream<String> { readers.unclaimed }

    /// Ends every write job between two tags.
    public func endJobs() async { await jobs.cancelAll() }
}
