import Chips
import Cryptography
import Faults
import Logging
import MemoryStorage
import ReaderSupervision
import Registry
import TestBench
import Testing

@testable import StationService

/// A station on a registry in memory: no socket, no process, and no file but where a test gives it a folder.
struct StationBench {
    let registry: MemoryRegistry
    let station: Station
    let author = Author(station: "bench-1", actor: "alice (uid 1000)")

    static let now = Timestamp(milliseconds: 1_795_221_000_000)

    /// `place`: another station's, for two daemons of one registry. `refusing` throws where an event cannot be recorded,
    /// or does what comes before it. `folder`: of sheets, and of files that wait to be converted. `copying` writes the
    /// copy of a backup.
    init(
        _ place: MemoryPlace = MemoryPlace(),
        refusing: @escaping @Sendable (JournalEvent) async throws -> Void = { _ in }, in folder: String = "none",
        copying: @escaping @Sendable (String) throws -> Void = { _ in throw Unavailable() }
    ) throws {
        let events = StationEvents()
        registry = MemoryRegistry(
            place, now: { Self.now }, recorded: { events.recorded($0, $1) }, refusing: refusing)
        let logger = Logger(label: "test", handler: CollectingLogHandler())
        station = Station(
            name: "bench-1", position: nil, storage: registry, membership: registry, queries: registry,
            history: registry,
            access: AccessRules(groups: [:], administrators: []), events: events,
            registry: RegistryFile(
                path: "\(folder)/registry", copy: { try copying($0) }, probe: {}, inspect: { (nil, []) }),
            sheets: SheetRenderer(program: "none", folder: folder),
            symbols: PairingSymbol(program: "none", folder: "none"),
            sightingFiles: EvidenceConverter(program: "none", folder: "\(folder)/uploads"),
            deviceKey: try DeviceKey(Array(repeating: 7, count: DeviceKey.byteCount)),
            readers: ReaderSupervisor(socket: .path("none"), workerProgram: "none", logger: logger),
            clock: StationClock(now: { Self.now }, uptime: { .seconds(3_600) }, isConfirmed: { true }), logger: logger)
    }

    /// What a station in memory does not have.
    struct Unavailable: Error {}

    /// The store `cupertino`, and the batch `opening` with the NFC tags t-1 and t-2.
    func open() async throws {
        _ = try await station.importStores(Self.stores, file: "stores.csv", by: author)
        _ = try await station.createBatch(name("opening"), template: nil, Self.tags, file: "opening.csv", by: author)
    }

    static let stores = Array("store,name,latitude,longitude,radius\ncupertino,Cupertino,37.3193,-122.0293,100\n".utf8)

    static let tags = Array(
        """
        tag,store,placement,medium,url
        t-1,cupertino,door,nfc,https://example.com/1
        t-2,cupertino,counter,nfc,https://example.com/2

        """.utf8)

    /// Journals a whole write of a tag to a chip.
    func write(_ id: String, on chip: String) async throws {
        let tag = try #require(try await registry.tag(name(id)))
        let write = TagWrite(
            tag: tag.id, batch: tag.batch, uid: try #require(ChipUID(chip)), product: "NTAG213", url: tag.url,
            reader: try name("bench 1"))
        for event in [JournalEvent.writeIntended(write), .writeConfirmed(write)] {
            try await registry.record(event, by: author)
        }
    }

    func kinds() async -> [String] { await registry.journal(from: 1, limit: 100).map(\.kind) }
}

func name<Subject>(_ text: String) throws -> Identifier<Subject> { try #require(Identifier(text)) }
