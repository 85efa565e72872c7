import Glibc

/// A symbolic link that leads to wherever the terminal is. See: man 2 symlink
struct TerminalLink: Sendable {
    let path: String

    /// Makes the link, in one step, in place of an older one.
    func lead(to terminal: String) throws(EmulatorError) {
        guard !isSomethingElse else {
            throw EmulatorError(
                code: .link, message: "cannot make the link \(path)", reason: "there is a file of that name",
                next: "choose another name, or remove the file")
        }
        let fresh = "\(path).\(getpid())"
        unsafe unlink(fresh)
        guard unsafe symlink(terminal, fresh) == 0, unsafe rename(fresh, path) == 0 else {
            let error = EmulatorError.system(
                .link, "cannot make the link \(path)", next: "choose a folder that you may write to")
            unsafe unlink(fresh)
            throw error
        }
    }

    /// Takes the link away, as the kernel takes away the port of a reader that is unplugged. A link that leads
    /// elsewhere by now belongs to another program.
    func remove(from terminal: String) {
        guard target == terminal else { return }
        unsafe unlink(path)
    }

    private var target: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        return count > 0
            ? String(decoding: buffer[0..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    private var isSomethingElse: Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFLNK
    }
}
