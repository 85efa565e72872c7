internal import UnixSystem

/// The processes of this machine, as `/proc` shows them. See: man 5 proc
struct ProcessTable {
    private let root: String
    private let processes: [(number: Int32, name: String)]

    init(root: String) {
        self.root = root
        processes = Folder.names(in: "\(root)/proc").compactMap { Int32($0) }.sorted().compactMap { number in
            Folder.lines(of: "\(root)/proc/\(number)/comm").first.map { (number, $0) }
        }
    }

    var names: Set<String> { Set(processes.map(\.name)) }

    /// The arguments of each process of a program, and its folder; nil where this account may not see that.
    func commands(of program: String) -> [(arguments: [String], folder: String?)] {
        processes.filter { $0.name == program }.map { process in
            let place = "\(root)/proc/\(process.number)"
            let words = Folder.lines(of: "\(place)/cmdline").joined(separator: "\n").split(separator: "\0")
            return (words.map(String.init), Folder.destination(ofLink: "\(place)/cwd"))
        }
    }

    /// Who has a device open. Processes of other users are seen by the superuser only.
    func holders(of node: String) -> [HolderPicture] {
        guard let wanted = FileStatus(node) else { return [] }
        return processes.filter { process in
            let folder = "\(root)/proc/\(process.number)/fd"
            return Folder.names(in: folder).contains { FileStatus("\(folder)/\($0)")?.isSame(as: wanted) == true }
        }.map { HolderPicture(process: $0.number, program: $0.name) }
    }
}
