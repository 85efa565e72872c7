import Faults
import Glibc
import Hosting
import Storage
import UnixSystem

/// The account that a registry belongs to, for the superuser's commands about it: they become that account before they
/// touch a file that it could have prepared, so that its symbolic links, pipes and databases reach no further than it
/// does itself.
struct RegistryAccount {
    let user: UInt32
    let group: UInt32
    /// The registry's folder.
    let folder: String

    /// Who owns the registry's folder; nil when this process has no rights to give up, or when the folder is root's alone.
    ///
    /// - Throws: when another user could put another folder in its place, or files into root's.
    init?(of registry: String) throws {
        guard geteuid() == 0 else { return nil }
        let path = Folder.parent(of: registry)
        let folder = try TrustedFolder(path)
        user = folder.status.owner
        group = Accounts.primaryGroup(of: user) ?? folder.status.group
        self.folder = path
        let others = folder.strangers.subtracting([user])
        guard others.isEmpty else {
            throw Self.refusal(registry, "\(Self.names(others)) could put another folder in the place of \(path)")
        }
        guard user == 0 else { return }
        guard folder.status.mode & 0o022 == 0 else {
            throw Self.refusal(registry, "\(path) is root's, and others can write in it")
        }
        let name = registry.split(separator: "/").last.map(String.init) ?? registry
        if let file = folder.status(of: name), file.owner != 0 {
            throw Self.refusal(
                registry, "\(path) is root's, and the registry in it belongs to \(Accounts.userName(file.owner))")
        }
        return nil
    }

    /// From here on this process is that account, for good.
    func become() throws { try CurrentProcess.become(user: user, group: group) }

    var name: String { Accounts.userName(user) }

    /// The daemon is started by systemd as its own user. As root it would serve, with root's rights, files that
    /// another account has prepared.
    static func refuseToServeAsRoot(_ registry: String) throws {
        guard let account = try RegistryAccount(of: registry) else { return }
        throw ConfigurationError(
            message: "waymarkd does not serve \(registry) as root",
            reason: "its folder \(account.folder) belongs to \(account.name)",
            next: "sudo systemctl start waymarkd, or run it as that user: sudo -u \(account.name) waymarkd")
    }

    /// The account that owns nothing, for work on files of strangers.
    static let nobody = RegistryAccount(user: 65_534, group: 65_534, folder: "/")

    private init(user: UInt32, group: UInt32, folder: String) {
        self.user = user
        self.group = group
        self.folder = folder
    }

    private static func refusal(_ registry: String, _ reason: String) -> ConfigurationError {
        ConfigurationError(
            message: "\(registry) is not touched with root's rights", reason: reason,
            next: "give the registry's folder to waymarkd's user alone (chown, chmod 700), and keep the folders above "
                + "it root's")
    }

    private static func names(_ users: Set<UInt32>) -> String {
        users.sorted().map { $0 == UInt32.max ? "every account" : Accounts.userName($0) }.joined(separator: " and ")
    }
}

extension BackupSource {
    /// Opens a backup, one that root alone may read included, and becomes the account before anything that is in the backup,
    /// or of the registry's, is touched.
    static func opened(_ path: String, thenBecoming account: RegistryAccount) throws -> BackupSource {
        let source = try BackupSource(path, keptFrom: account.user)
        try account.become()
        return try source ?? BackupSource(path)
    }
}
