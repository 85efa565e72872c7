import Glibc

/// The text of the last failed system call on this thread.
func lastSystemError() -> String {
    unsafe String(cString: strerror(errno))
}

extension EmulatorError {
    /// A system call failed for a reason that only the system knows.
    static func system(_ code: Code, _ message: String, next: String) -> EmulatorError {
        EmulatorError(code: code, message: message, reason: lastSystemError(), next: next)
    }
}

/// Reads what is there, up to 4096 bytes. Nil at the end of the stream or after an error; empty if there is nothing
/// now. See: man 2 read
func readAvailable(from descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { return Array(buffer[0..<count]) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
}

/// Writes as much as the other side takes now and returns how much that was. See: man 2 write
@discardableResult
func writeAvailable(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int {
    let bytes = Array(bytes)
    return max(unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }, 0)
}

/// Waits until one of the descriptors is readable or hung up, or the time is up; nil waits for ever. Returns the
/// readable ones. See: man 2 poll
@discardableResult
func waitForInput(on descriptors: [Int32], atMost time: Duration? = nil) -> Set<Int32> {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = unsafe poll(&entries, nfds_t(entries.count), time.map(milliseconds) ?? -1)
    guard count > 0 else { return [] }
    return Set(entries.filter { $0.revents != 0 }.map(\.fd))
}

/// Rounded up, so that a wait never ends before its time.
private func milliseconds(_ time: Duration) -> Int32 {
    let (seconds, attoseconds) = time.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int32(min(seconds, 86_400) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}
