import Checkpoints
import Cryptography
import Faults
import HTTPServer
import Hosting
import HubStorage
import Logging
import ReaderSupervision
import Registry
import ServiceLifecycle
import StationService
import Storage
import UnixSystem

/// One daemon of a hub. Others may run beside it on the same database.
enum HubDaemon {
    static func serve(_ configuration: HubConfiguration) async throws {
        try CurrentProcess.hideMemory()
        let logger = Logger(
            label: "waymark-hub", level: configuration.logLevel, handler: DescriptorLogHandler.standardError)
        let signals = try Signals.stream(of: Signals.ending)
        OpenFiles.raiseLimit()
        let access = try Access(configuration.listening)
        let name = configuration.name ?? HostName.current
        let events = StationEvents()
        let programs = ProgramsBesideThis()
        let signer = try CheckpointKey.load(
            configuration.folder, credentials: programs.credentials, hiddenFrom: access.people, isMade: true)
        let place = try HubPlaces(configuration, name: name, signer: signer, events: events)
        let deviceKey = try await deviceKey(
            of: place.storage, in: configuration.folder, credentials: programs.credentials, hiddenFrom: access.people)
        let metrics = StationMetrics(problems: HubMetrics.forkCodes)
        let station = Station(
            name: name, position: nil, storage: place.storage, membership: NoHub(), hubStations: place.storage,
            signedHeads: SignedHeads(place.log, key: signer.key),
            queries: place.queries, history: place.history, access: access.rules, events: events,
            registry: place.file,
            sheets: SheetRenderer(program: programs["waymark"], folder: configuration.folder + "/sheets"),
            symbols: PairingSymbol(program: programs["waymark"], folder: configuration.folder),
            fingerprint: access.fingerprint, walkPage: access.walkPage,
            sightingFiles: EvidenceConverter(program: programs["waymark"], folder: configuration.folder + "/uploads"),
            deviceKey: deviceKey,
            keepingSightings: configuration.keepSightings, auditMemory: configuration.auditMemory.map { $0 << 20 },
            // Nothing runs it: a hub has no readers.
            readers: ReaderSupervisor(
                socket: .path(configuration.folder + "/readers.sock"), workerProgram: programs["waymark-reader"],
                logger: logger.named("readers")),
            clock: StationClock(
                now: { Timestamp.now }, uptime: { SystemClock.uptime },
                isConfirmed: { SystemClock.isSynchronised == true }),
            metrics: metrics,
            hubFigures: { [observer = place.observer] in
                HubFigures(newestEntry: observer.newestEntry, exposition: observer.exposition)
            }, logger: logger.named("station"))
        let server = try WebServer.of(station, access, bodiesIn: configuration.folder, metrics: metrics, logger: logger)
        let group = ServiceGroup(
            services: [
                HubService(
                    server: server, station: station, registry: place.storage, observer: place.observer,
                    endpoints: [access.socket] + access.addresses, logger: logger)
            ], logger: logger)
        let stopping = Task { for await _ in signals { group.triggerGracefulShutdown() } }
        defer { stopping.cancel() }
        try await group.run()
        logger.notice("waymark-hub has ended")
    }

    /// One for all daemons of the hub: with a key of its own a daemon would not find what another one has kept of a phone,
    /// and forgetting would leave that there.
    private static func deviceKey(
        of hub: HubRegistry, in folder: String, credentials: String?, hiddenFrom people: Set<UInt32>
    ) async throws -> DeviceKey {
        let place = folder + "/hub"
        // A new key would find nothing of what is kept, and must not pass for the one that does at the next start.
        let isMade = try await hub.mayMakeDeviceKey()
        let key: DeviceKey
        do {
            key = try DeviceKeyFile.load(
                besides: place, credentials: credentials, hiddenFrom: people, isMade: isMade)
        } catch let error as SystemError where error.code == .notFound {
            throw refusal(
                "it has no key for devices, and the hub knows phones by one already", next: "give it that one", place)
        }
        guard try await hub.hasDeviceKey(try key.fingerprint()) else {
            throw refusal(
                "its key for devices is not the one that the hub's daemons have",
                next: "keep its key (mv device.key device.key.former), and give it theirs", place)
        }
        return key
    }

    private static func refusal(_ reason: String, next: String, _ place: String) -> ConfigurationError {
        ConfigurationError(
            message: "the daemon does not start", reason: reason,
            next: "\(next), as the credential \(DeviceKeyFile.credential) or as the file "
                + "\(DeviceKeyFile.path(besides: place)); where that key is lost, or most was kept under another, see "
                + "docs/hub-operations.md")
    }
}
