import Glibc

/// Whether systemd's journal reads this descriptor.
///
/// The variable alone does not say so: a child whose output goes elsewhere inherits it. It names the device and
/// inode of the stream, to be held against the descriptor's own. See: man systemd.exec, `$JOURNAL_STREAM`.
func isReadByJournal(_ descriptor: Int32, variable: String? = environment("JOURNAL_STREAM")) -> Bool {
    var status = stat()
    guard let variable, unsafe fstat(descriptor, &status) == 0 else { return false }
    return variable == "\(status.st_dev):\(status.st_ino)"
}

func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
}
