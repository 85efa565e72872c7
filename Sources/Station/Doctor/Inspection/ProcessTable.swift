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

    /// The arguments of each process of a program.
    func arguments(of program: String) -> [[String]] {
        processes.filter { $0.name == program }.map { process in
            Folder.lines(of: "\(root)/proc/\(process.number)/cmdline").joined(separator: "\n").split(separator: "\0")
                .map(String.init)
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
