internal import FoundationEssentials
internal import UnixSystem

/// Where the secrets of a station are kept: keys for tag passwords, the key for pseudonyms, the key of a certificate.
package enum KeyPlaces {
    /// systemd reads these itself, as root, and hands them to the daemon. See: man 5 systemd.exec, LoadCredential
    package static let credentialFolders = ["/etc/credstore", "/etc/credstore.encrypted"]
    private static let settings = "/etc/waymark"
    private static let credentials = ["tag-key", "device-key"]

    /// The files that can be seen. `named` are files and folders that were named otherwise, as with `--tag-key`. `root`
    /// goes before every other path.
    package static func files(named: [String] = [], besides registry: String, root: String = "") -> [String] {
        let configured = Settings(at: "\(root)\(settings)/waymarkd.json")
        let folders = Self.credentialFolders.flatMap { folder in
            Folder.names(in: root + folder).filter { name in credentials.contains(where: name.hasPrefix) }.sorted()
                .map { "\(root)\(folder)/\($0)" }
        }
        let beneath = ["", "/keys"].flatMap { folder in
            Folder.names(in: root + settings + folder).filter { $0.hasSuffix(".key") }.sorted()
                .map { "\(root)\(settings)\(folder)/\($0)" }
        }
        let others =
            (named + (configured.tagKeys ?? [])).flatMap(content) + [configured.certificateKey].compactMap { $0 }
        let own = "\(Folder.parent(of: registry))/device.key"
        var seen: Set<String> = []
        return (folders + beneath + others + [own]).filter { seen.insert($0).inserted && FileStatus($0) != nil }
    }

    private static func content(of path: String) -> [String] {
        guard FileStatus(path)?.kind == .folder else { return [path] }
        return Folder.names(in: path).filter { !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
    }

    /// What the daemon's configuration says of keys. A file that cannot be read says nothing: the daemon will complain.
    private struct Settings: Decodable {
        var tagKeys: [String]?
        var certificateKey: String?

        init(at path: String) {
            guard let bytes = try? File.read(path, limit: 1 << 20),
                let settings = try? JSONDecoder().decode(Settings.self, from: Data(bytes))
            else { return }
            self = settings
        }
    }
}
