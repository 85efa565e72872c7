internal import UnixSystem

/// Looks at this machine: at `/sys`, `/proc`, udev's database and rules, accounts, clock and disk. It changes nothing and
/// opens no device.
package struct Inspection: Sendable {
    /// In front of `/proc`, `/run`, `/etc` and `/usr`. Empty but for tests.
    let root: String
    private let registry: String

    /// The users of the package, each with a group of its name.
    private static let accounts = ["waymark", "waymark-reader"]
    private static let rules = ["70-waymark.rules", "93-waymark.rules"]
    /// Where udev reads rules. See: man 7 udev
    private static let ruleFolders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
        "/lib/udev/rules.d",
    ]

    package init(registry: String, root: String = "") {
        self.registry = registry
        self.root = root
    }

    /// Everything that can be seen from outside. `connections` are those of the readers that the daemon knows.
    package func picture(connections: [String]) -> MachinePicture {
        let processes = ProcessTable(root: root)
        let udev = UdevDatabase(root: root)
        var picture = MachinePicture()
        picture.readers = USBDevice.all.compactMap { pluggedReader($0, udev, processes: processes) }
        picture.serialPorts = serialPorts(connections, udev, processes: processes)
        picture.udev.isRunning = FileStatus("\(root)/run/udev/control") != nil
        picture.udev.missingRules = Self.rules.filter { rule in
            !Self.ruleFolders.contains { FileStatus("\(root)\($0)/\(rule)") != nil }
        }
        picture.modules = kernelModules
        picture.accounts.missing = Self.accounts.filter { !Accounts.has(userAndGroup: $0) }
        picture.accounts.user = Accounts.userName(Accounts.current)
        picture.accounts.seesEverything = Accounts.current == 0
        picture.programs.running = processes.names
        picture.programs.rounds = processes.commands(of: "waymark").compactMap {
            HubRounds($0.arguments, in: $0.folder)
        }
        picture.programs.cardService = cardService
        picture.files.registry = registry
        picture.files.registryNode = NodePicture(at: registry)
        let folder = Folder.parent(of: registry)
        let name = registry.split(separator: "/").last.map(String.init) ?? registry
        picture.files.folderNode = NodePicture(at: folder)
        picture.files.besides = Folder.names(in: folder).filter { $0 != name && $0.hasPrefix(name) }.sorted()
            .compactMap { NodePicture(at: "\(folder)/\($0)") }
        picture.files.keys = KeyPlaces.files(besides: registry, root: root).compactMap { NodePicture(at: $0) }
        picture.files.disk = FileSystemStatus(of: Folder.parent(of: registry)).map {
            FilesPicture.Disk(free: $0.free, total: $0.total, isReadOnly: $0.isReadOnly)
        }
        picture.clock = clock
        return picture
    }

    private var clock: ClockPicture {
        var clock = ClockPicture()
        clock.isSynchronised = SystemClock.isSynchronised
        // What was written, was written before now.
        let written = [registry, "\(registry)-wal", "/proc/self/exe"].compactMap { FileStatus($0)?.modified }
        clock.secondsBehind = max(0, (written.max() ?? 0) - SystemClock.now)
        return clock
    }
}

extension NodePicture {
    /// A file's owner and mode; nil when it is not there or cannot be seen.
    package init?(at path: String) {
        guard let status = FileStatus(path) else { return nil }
        self.init(
            path: path, owner: Accounts.userName(status.owner), group: Accounts.groupName(status.group),
            mode: status.mode)
    }
}
