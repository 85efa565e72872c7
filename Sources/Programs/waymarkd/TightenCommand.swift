import ArgumentParsing
import Doctor
import Faults
import Foundation
import Glibc
import Storage
import UnixSystem

/// Restricts the registry and the keys to the daemon's account. The package runs it when it is upgraded: earlier
/// versions gave both to the group `waymark`, which people are in.
enum TightenCommand {
    static let command = Command(
        "tighten", abstract: "Restricts the registry's and the keys' files to the daemon's account.",
        discussion: """
            Files of the registry get mode 0600. Keys that people in the daemon's group, or others, may read get mode 0600 \
            and the daemon's account, or root's where systemd reads them (/etc/credstore). It prints what it changes. Keys \
            in /etc/waymark and in the configuration are found; name others with --tag-key. A key that others could read \
            may have been read: see "When a key has become known" in docs/protection.md.
            """,
        examples: [Example("After an upgrade, or when doctor says so", "waymarkd tighten")],
        parameters: [Options.configuration, Options.registry, Options.tagKeys], furtherExitStatuses: [.noPermission]
    ) { values in
        let configuration = try Configuration.load(named: values[Options.configuration])
        let registry = values[Options.registry] ?? configuration.registry
        let account = try RegistryAccount(of: registry)
        let keys = KeyPlaces.files(named: values[Options.tagKeys] + configuration.tagKeys, besides: registry)
        for key in keys {
            do {
                guard let change = try tighten(key, for: account) else { continue }
                StandardOutput.write("\(key): \(change)\n")
            } catch let error as SystemError where error.code == .refused {
                // A link of that account's: with its own rights it may follow it.
                FileHandle.standardError.write(Data("not changed: \(error.description)\n".utf8))
            }
        }
        try account?.become()
        if File.exists(Folder.parent(of: registry)) {
            for path in try RegistryFiles.tighten(registry) {
                StandardOutput.write("\(path): only the daemon's account may open it now\n")
            }
        }
        return .done
    }

    /// Says what a key's file has become; nil for one that is as it should be, and for one that the registry's account
    /// could have prepared: that account's own rights suffice for those, when this process has become it.
    private static func tighten(_ path: String, for account: RegistryAccount?) throws(SystemError) -> String? {
        let place = try TrustedPlace(path)
        guard place.folder.strangers.isEmpty else { return nil }
        let file = try place.open(flags: O_RDONLY | O_NONBLOCK)
        guard let status = FileStatus(of: file.rawValue), status.kind == .file else { return nil }
        let isPeoples = status.mode & 0o040 != 0 && status.group == account?.group ?? getegid()
        guard isPeoples || status.mode & 0o037 != 0 else { return nil }
        try file.change(mode: 0o600)
        let isCredential = KeyPlaces.credentialFolders.contains(Folder.parent(of: path))
        guard let account, status.owner == 0, !isCredential else { return "mode 600" }
        try file.change(owner: account.user, group: account.group)
        return "mode 600, \(account.name)'s"
    }
}
