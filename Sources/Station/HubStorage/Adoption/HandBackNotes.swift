internal import Faults
internal import FoundationEssentials
package import Registry
internal import UnixSystem

/// What a daemon knows of batches that have left: beside its memory a file for each registry that has got some. The
/// daemon reads them before it compares what it knows with the database, and keeps what it has learnt of hand-backs
/// there, too: a version that knows of none leaves them alone, and would refuse such a line in the memory.
///
/// `waymark-hub hand-back` leaves one, forced to the disk before the registry has its name.
package struct HandBackNotes: Sendable {
    private static let prefix = "handed-back-"
    private static let ending = ".json"
    private static let limit = 16 << 20

    private let folder: String

    package init(in folder: String) {
        self.folder = folder
    }

    /// Throws `registry-damaged` for one that cannot be read, and the system's error where the folder cannot be listed.
    package func all() throws -> [BatchHandBack] {
        try names().sorted().compactMap { try read(folder + "/" + $0) }
    }

    /// The chains that it has notes of, whether or not these can be read.
    func chains() throws -> [ChainName] {
        try names().compactMap { ChainName(String($0.dropFirst(Self.prefix.count).dropLast(Self.ending.count))) }
    }

    /// Of the notes. None where no daemon has been: there is no folder.
    private func names() throws(SystemError) -> [String] {
        do throws(SystemError) {
            let folder = try TrustedFolder(self.folder)
            return try folder.names().filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.ending) }
        } catch {
            guard error.code == .notFound else { throw error }
            return []
        }
    }

    /// It is on the disk when this returns. Nothing in it is secret, and a daemon of another account than the command's
    /// reads it.
    package func keep(_ handBack: BatchHandBack) throws {
        try File.writeAtomically(
            Array((try handBack.json + "\n").utf8), to: folder + "/" + Self.name(of: handBack), mode: 0o644)
    }

    /// Of a registry that gets no name.
    func remove(_ handBack: BatchHandBack) throws(SystemError) {
        let folder = try TrustedFolder(self.folder)
        try folder.remove(Self.name(of: handBack))
        try folder.synchronize()
    }

    private static func name(of handBack: BatchHandBack) -> String { "\(prefix)\(handBack.chain)\(ending)" }

    /// Throws where no daemon has its memory there: nothing would read what is left beside it.
    func daemon() throws -> ChainName {
        guard let daemon = try HubMemory.daemon(in: folder) else {
            throw RegistryError.unremembered("no daemon of the hub has its memory in \(folder)")
        }
        return daemon
    }

    /// Nil for one that was removed since the folder was listed.
    private func read(_ path: String) throws -> BatchHandBack? {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try File.read(path, limit: Self.limit) } catch {
            guard error.code == .notFound else { throw Self.unreadable(path, "cannot be read (\(error.reason))") }
            return nil
        }
        guard let handBack = try? JSONDecoder().decode(BatchHandBack.self, from: Data(bytes)) else {
            throw Self.unreadable(path, "is damaged")
        }
        return handBack
    }

    private static func unreadable(_ path: String, _ fault: String) -> RegistryError {
        RegistryError(
            .registryDamaged, "it is not known which batches have left the hub",
            why: "\(path) \(fault), and the database may have forgotten it",
            next: "restore that file; or, where the hub's journal has its chain (batches-handed-back), remove it")
    }

    /// Of a daemon that runs: it ends, for it can neither prove nor grant anything, and its next start says why.
    package struct Unreadable: Error {
        package let fault: any Error
    }
}

extension RegistryError {
    static func unremembered(_ reason: String) -> RegistryError {
        RegistryError(
            .contradiction, "no batch leaves the hub",
            why: "\(reason), and a daemon has to know of it when the database is set back",
            next: "run it beside a daemon, with that one's configuration, while the daemon runs: "
                + "sudo systemctl start waymark-hub")
    }

    static func forgotHandBack(_ handBack: BatchHandBack) -> RegistryError {
        RegistryError(
            .hubBehind, "no registry was made",
            why: "the database was set back meanwhile: it does not know that it has given the batches up "
                + "(chain \(handBack.chain))",
            next: "wait until the hub has heard its stations (waymark hub stations), and run it again")
    }
}
