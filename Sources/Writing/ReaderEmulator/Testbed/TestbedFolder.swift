import Glibc

/// Files, links and folders below one folder.
struct TestbedFolder: Sendable {
    let path: String

    private static let next = "choose a short path in a folder that you may write to"

    subscript(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the folder of a testbed, unless it is there. Those above it must be there: a mistyped path shall not
    /// become a tree of folders.
    static func make(_ path: String) throws(EmulatorError) {
        guard unsafe mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let next =
            errno == ENOENT && !parent.isEmpty
            ? "make the folder above it: mkdir -p \(path.hasPrefix("/") ? "/" : "")\(parent)" : Self.next
        throw .system(.testbed, "cannot make \(path)", next: next)
    }

    /// Makes a folder and those above it within this one, where they are not there yet.
    func makeFolder(_ name: String) throws(EmulatorError) {
        var place = path
        for part in name.split(separator: "/") {
            place += "/\(part)"
            guard unsafe mkdir(place, 0o755) == 0 || errno == EEXIST else {
                throw .system(.testbed, "cannot make \(place)", next: Self.next)
            }
        }
    }

    /// Makes a file, which must not be there yet.
    func makeFile(_ name: String, _ bytes: [UInt8]) throws(EmulatorError) {
        let descriptor = unsafe open(self[name], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .system(.testbed, "cannot make \(self[name])", next: Self.next) }
        defer { close(descriptor) }
        guard writeAvailable(bytes, to: descriptor) == bytes.count else {
            throw .system(.testbed, "cannot write \(self[name])", next: "make room on the disk")
        }
    }

    func makeFile(_ name: String, _ text: String) throws(EmulatorError) {
        try makeFile(name, Array(text.utf8))
    }

    func makeLink(_ name: String, to destination: String) throws(EmulatorError) {
        guard unsafe symlink(destination, self[name]) == 0 else {
            throw .system(.testbed, "cannot make the link \(self[name])", next: Self.next)
        }
    }

    /// What is in a folder.
    func names(in name: String) -> [String] {
        guard let folder = unsafe opendir(self[name]) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes the folder with everything in it.
    func remove() {
        for name in names(in: ".") { remove(name) }
        unsafe rmdir(path)
    }

    /// Removes a file, a link, or a folder with everything in it.
    func remove(_ name: String) {
        guard unsafe unlink(self[name]) != 0, errno == EISDIR || errno == EPERM else { return }
        for inner in names(in: name) { remove("\(name)/\(inner)") }
        unsafe rmdir(self[name])
    }
}
