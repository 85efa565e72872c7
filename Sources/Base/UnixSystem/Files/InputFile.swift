public import Faults
import Glibc

/// A file whose bytes a program reads from the beginning to the end, of any length.
public enum InputFile {
    /// Opens a regular file, or standard input for `-`. A folder, a named pipe and a device are refused at once: a named
    /// pipe would be waited for, and a folder or a device is not what was meant. A pipe that the shell has opened already
    /// (`<(command)`, which is a name below /dev/fd) is read as standard input is.
    ///
    /// See: man 2 open, man 7 fifo
    public static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        let isOpen = path == "-" || path.hasPrefix("/dev/fd/") || path == "/dev/stdin"
        // Without O_NONBLOCK opening a named pipe waits for a writer.
        let file = try FileDescriptor.open(
            path == "-" ? "/dev/stdin" : path, flags: isOpen ? O_RDONLY : O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else {
            throw SystemError("cannot read \(path)", call: "fstat", path: path)
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || isOpen && kind != S_IFDIR else {
            throw SystemError(
                code: .invalid, message: "cannot read \(path)", reason: "it is \(Self.name(of: kind)), not a file",
                next: kind == S_IFIFO ? "name a file, or give the pipe to standard input: - < \(path)" : "name a file",
                call: "fstat", path: path)
        }
        return file
    }

    private static func name(of kind: mode_t) -> String {
        switch kind {
        case S_IFDIR: "a folder"
        case S_IFIFO: "a named pipe"
        default: "a device"
        }
    }
}
