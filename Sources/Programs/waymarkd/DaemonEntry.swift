import ArgumentParsing
import Console
import Cryptography
import Faults
import Foundation
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
import WalkPage

/// The daemon: registry, readers and API of one station.
@main
enum DaemonEntry {
    static let program = Program(
        Command(
            "waymarkd", abstract: "Keeps the registry of a station, writes its tags and answers its API.",
            discussion: "It ends on SIGTERM and SIGINT: a tag that is being written is finished first.",
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

    static func main() async {
        Signals.ignoreBrokenPipe()
        // What the daemon keeps is for its own account alone.
        umask(0o077)
        CurrentProcess.end(await status().rawValue)
    }

    /// Connections at a time, on each address. Clients that only listen for events take half of them at most.
    private static let connectionLimit = 4_096

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
        let signals = try Signals.stream(of: [.terminate, .interrupt])
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
        let keys = try TagKeys.load(
            configuration.tagKeys, credentials: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"],
            hiddenFrom: access.people)
        if let key = keys.current {
            logger.info("tag passwords are made from a key", metadata: ["key": key.description])
        }
        let events = StationEvents()
        let storage = try SQLiteRegistry(
            path: configuration.registry, reserving: Self.reserve, recorded: { events.recorded($0, $1) })
        let credentials = unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
        let deviceKey = try DeviceKeyFile.load(
            besides: configuration.registry, credentials: credentials, hiddenFrom: access.people)
        let readers = ReaderSupervisor(
            socket: passed.workerSocket(otherwise: configuration.readersSocket),
            workerProgram: configuration.worker ?? programBesideThis("waymark-reader"),
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
                program: programBesideThis("waymark"), folder: folder(besides: configuration.registry) + "/sheets"),
            symbols: PairingSymbol(
                program: programBesideThis("waymark"), folder: folder(besides: configuration.registry)),
            fingerprint: access.fingerprint,
            sightingFiles: EvidenceConverter(
                program: programBesideThis("waymark"), folder: folder(besides: configuration.registry) + "/uploads"),
            deviceKey: deviceKey, keepingSightings: configuration.keepSightings, readers: readers, keys: keys,
            allowsUntriedChips: configuration.untriedChips,
            clock: StationClock(
                now: { Timestamp.now }, uptime: { SystemClock.uptime },
                isConfirmed: { [trusts = configuration.trustClock] in trusts || SystemClock.isSynchronised == true }),
            metrics: metrics, logger: logger.named("station"))
        var web = WebServer.Configuration()
        web.onFailure = { request, error in
            logger.error(
                "a request failed", metadata: ["method": request.method.rawValue, "error": "\(error)"])
        }
        web.commonHeaders = StationRoutes.commonHeaders
        web.connectionLimit = Self.connectionLimit
        web.connectionsPerPeer = Self.connectionLimit / 4
        web.bodies.folder = folder(besides: configuration.registry)
        web.onAnswer = { metrics.note($0) }
        var router = StationRoutes(station, web: access.web).router
        let admission: HTTPRouter.Admission = { [rules = access.web] request throws(Problem) in
            try rules.check(request)
            return nil
        }
        try ConsolePages().add(to: &router, admission: admission)
        try WalkPages().add(to: &router, admission: admission)
        let server = WebServer(router: router, configuration: web)
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

    private static func status() async -> ArgumentParsing.ExitStatus {
        do {
            switch try program.parse(Array(CommandLine.arguments.dropFirst())) {
            case .print(let text):
                StandardOutput.write(text)
                return .done
            case .run(let call): return try await call.run()
            }
        } catch {
            return explain(error)
        }
    }

    private static func explain(_ error: any Error) -> ArgumentParsing.ExitStatus {
        let fault =
            (error as? any AnyFault)?.complaint
            ?? Complaint(
                code: "unexpected", message: "waymarkd failed", reason: "\(error)", next: "report this with the log")
        StandardError.complain(fault)
        return switch error {
        case is UsageError: .usage
        case let error as SystemError where error.code == .notPermitted: .noPermission
        default: .failed
        }
    }

    private static func programBesideThis(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/waymarkd"
        return "\(folder(besides: own))/\(name)"
    }

    private static func folder(besides path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
