import ArgumentParsing
import Cryptography
import Grants
import HTTPServer
import Hosting
import Logging
import ReaderSupervision
import Registry
import ServiceLifecycle
import StationService
import Storage
import UnixSystem
import Version

/// The daemon: registry, readers and API of one station.
@main
enum DaemonEntry {
    static let program = Program(
        Command(
            "waymarkd", abstract: "Keeps the registry of a station, writes its tags and answers its API.",
            discussion: """
                It ends on SIGTERM, SIGINT and SIGHUP (its terminal was closed): a tag that is being written is \
                finished first. Its configuration is read at its start alone.
                """,
            examples: [
                Example(
                    "Start a station for trying things out",
                    "waymarkd --registry ./registry.sqlite --socket ./api.sock --readers-socket ./readers.sock")
            ],
            parameters: Options.all, furtherExitStatuses: [.noPermission],
            subcommands: [
                RestoreCommand.command, CheckBackupCommand.command, TightenCommand.command,
            ]
        ) { values in
            var configuration = try Configuration.load(named: values[Options.configuration])
            Options.apply(values, to: &configuration)
            try await serve(configuration)
            return .done
        }, version: Release.version, manualSection: 8)

    static func main() async { await program.runAsDaemon() }

    /// Bytes that are kept for the results of writes that have begun when the disk becomes full: a result takes some
    /// twenty kibibytes of the log, and each reader has one.
    private static let reserve = 1 << 20

    private static func serve(_ configuration: Configuration) async throws {
        try CurrentProcess.hideMemory()
        let passed = try PassedSockets.take()
        let watchdogLimit = SystemNotification.watchdogLimit()
        let logger = Logger(
            label: "waymarkd", level: configuration.logLevel,
            handler: JournalLogHandler.ofStandardError ?? DescriptorLogHandler.standardError)
        let signals = try Signals.stream(of: Signals.ending)
        OpenFiles.raiseLimit()
        try RegistryAccount.refuseToServeAsRoot(configuration.registry)
        let lock = try RegistryLock.take(of: configuration.registry, creating: true)
        for path in RegistryFiles.removeLeftovers(of: configuration.registry) {
            logger.notice("what a daemon left that was killed is removed", metadata: ["file": path])
        }
        for path in try RegistryFiles.tighten(configuration.registry) {
            logger.notice("others could open a file of the registry, and cannot any more", metadata: ["file": path])
        }
        let access = try Access(configuration.listening)
        let programs = ProgramsBesideThis()
        let keys = try TagKeys.load(
            configuration.tagKeys, credentials: programs.credentials,
            hiddenFrom: access.people)
        if let key = keys.current {
            logger.info("tag passwords are made from a key", metadata: ["key": key.description])
        }
        let events = StationEvents()
        let storage = try SQLiteRegistry(
            path: configuration.registry, reserving: Self.reserve, recorded: { events.recorded($0, $1) })
        if case .handedOver(let handOver) = try await storage.standing() { throw GrantError.handedOver(handOver) }
        let deviceKey = try DeviceKeyFile.load(
            besides: configuration.registry, credentials: programs.credentials, hiddenFrom: access.people)
        let readers = ReaderSupervisor(
            socket: passed.workerSocket(otherwise: configuration.readersSocket),
            workerProgram: configuration.worker ?? programs["waymark-reader"],
            usbWorkers: configuration.usbWorkers,
            unit: { process throws(SystemError) in try ServiceUnits.unit(ofProcess: process) },
            logger: logger.named("readers"), changed: { events.changed($0) })
        if !Confinement.isEnforced {
            logger.warning(
                "this kernel has no Landlock: workers of serial ports and the sheets' program reach the daemon's files")
        }
        let metrics = StationMetrics()
        let inspected = try SQLiteRegistry(reading: configuration.registry)
        let station = Station(
            name: configuration.station ?? HostName.current, position: configuration.position, storage: storage,
            membership: storage,
            queries: try SQLiteRegistry(reading: configuration.registry),
            history: try SQLiteRegistry(reading: configuration.registry), access: access.rules, events: events,
            registry: RegistryFile(
                path: configuration.registry,
                copy: { [path = configuration.registry] in try await RegistryBackup.write(path, to: $0) },
                probe: { try await storage.probe() },
                inspect: {
                    let found = try await inspected.inspect()
                    return (found.damage, found.deviations)
                }),
            sheets: SheetRenderer(
                program: programs["waymark"], folder: folder(besides: configuration.registry) + "/sheets"),
            symbols: PairingSymbol(
                program: programs["waymark"], folder: folder(besides: configuration.registry)),
            fingerprint: access.fingerprint, walkPage: access.walkPage,
            sightingFiles: EvidenceConverter(
                program: programs["waymark"], folder: folder(besides: configuration.registry) + "/uploads"),
            deviceKey: deviceKey, keepingSightings: configuration.keepSightings,
            auditMemory: configuration.auditMemory.map { UInt64($0) << 20 }, readers: readers, keys: keys,
            allowsUntriedChips: configuration.untriedChips,
            clock: StationClock(
                now: { Timestamp.now }, uptime: { SystemClock.uptime },
                isConfirmed: { [trusts = configuration.trustClock] in trusts || SystemClock.isSynchronised == true }),
            metrics: metrics, logger: logger.named("station"))
        let server = try WebServer.of(
            station, access, bodiesIn: folder(besides: configuration.registry), metrics: metrics,
            logger: logger)
        let (readersListening, listening) = AsyncStream.makeStream(of: Void.self)
        let group = ServiceGroup(
            services: [
                ReaderService(readers: readers, listening: listening),
                LeftoverService(storage: storage, logger: logger),
                APIService(
                    server: server, station: station,
                    endpoints: [passed.apiEndpoint(otherwise: access.socket)] + access.addresses,
                    usbReaders: configuration.usbReaders,
                    readersListening: readersListening, logger: logger),
                WatchdogService(station: station, limit: watchdogLimit, logger: logger),
            ], logger: logger)
        let stopping = Task {
            for await _ in signals { group.triggerGracefulShutdown() }
        }
        defer { stopping.cancel() }
        try await group.run()
        try await storage.checkpoint()
        withExtendedLifetime(lock.path) {}
        logger.notice("waymarkd has ended")
    }

    private static func folder(besides path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
