import ArgumentParsing
import Checkpoints
import Hosting
import HubStorage
import Registry
import UnixSystem

/// Looks at the database beside the daemons, and says what is proven by whom.
enum HubVerification {
    static func run(_ configuration: HubConfiguration) async throws -> ArgumentParsing.ExitStatus {
        let signer = try CheckpointKey.load(
            configuration.folder, credentials: ProgramsBesideThis().credentials, hiddenFrom: [], isMade: false)
        // A chain that nothing is written to.
        let registry = try HubRegistry(
            try configuration.database.address(), daemon: configuration.name ?? HostName.current,
            chain: ChainName(bits: UInt128.random(in: 1...UInt128.max)), signer: signer)
        let check = try await registry.proveTables()
        let deviations = check.deviations ?? []
        if let broken = check.brokenAt, deviations.isEmpty {
            StandardOutput.write("a chain of the hub breaks at entry \(broken)\n")
        }
        for deviation in deviations { StandardOutput.write("\(deviation.subject): \(deviation.why)\n") }
        guard check.brokenAt == nil, deviations.isEmpty else {
            StandardOutput.write("next: find out who could write the database, and restore it to a moment before\n")
            return .findings
        }
        StandardOutput.write(
            """
            \(check.entries) entries in all chains, each with the digest of the one before it
            The tables are what the chains say.
            The log has the chains' entries, and its checkpoints are signed with \(signer.key)
            That no signed past was cut off or signed anew is known to the stations: waymark station status at each of them.

            """)
        return .done
    }
}
