import Checkpoints
import Hosting
import HubStorage
import PostgreSQL
import Registry
import StationService
import Storage

/// The connections of one daemon to the hub's database: one that changes, one for short questions, one for long ones,
/// and some that wait for none of these.
struct HubPlaces {
    let storage: HubRegistry
    let queries: HubRegistry
    let history: HubRegistry
    let file: RegistryFile
    /// Signs, and looks the log over; waits for none of the others.
    let log: HubRegistry
    let observer: HubObserver

    init(_ configuration: HubConfiguration, name: String, signer: NoteSigner, events: StationEvents) throws {
        let address = try configuration.database.address()
        // A chain for each run: a former process of this daemon, should it live yet, writes into its own.
        let chain = ChainName(bits: UInt128.random(in: 1...UInt128.max))
        let memory = try HubMemory(in: configuration.folder, name: name, daemon: chain)
        let storage = try HubRegistry(
            address, daemon: name, chain: chain, memory: memory, recorded: { events.recorded($0, $1) })
        self.storage = storage
        queries = try HubRegistry(address, daemon: name, chain: chain)
        history = try HubRegistry(
            address, daemon: name, chain: chain, signer: signer, replica: try configuration.database.auditAddress())
        log = try HubRegistry(address, daemon: name, chain: chain, signer: signer, memory: memory)
        let start = ContinuousClock.now
        observer = HubObserver(
            address, chain: chain, now: { Timestamp.now }, uptime: { ContinuousClock.now - start })
        let inspected = try HubRegistry(address, daemon: name, chain: chain, signer: signer)
        file = RegistryFile(
            path: configuration.folder + "/hub",
            copy: { _ in throw Self.noBackup },
            probe: { _ = try await storage.readers() },
            inspect: {
                let check = try await inspected.proveTables()
                return (check.brokenAt.map { "the journal breaks at entry \($0)" }, check.deviations ?? [])
            })
    }

    /// PostgreSQL's own tools do that: see docs/hub.md.
    private static var noBackup: ConfigurationError {
        ConfigurationError(
            message: "the hub is not copied", reason: "its registry is a database of PostgreSQL",
            next: "back it up with that server's tools: docs/hub.md")
    }
}
