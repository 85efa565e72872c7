internal import CNFC
internal import Faults
internal import Glibc
internal import ReaderProtocol
internal import WorkerService

/// The library's context. There is one in a process, and nothing frees it while a device is open:
/// `nfc_exit` of any context empties the driver list of all of them.
@safe struct LibNFC: ~Copyable {
    let context: OpaquePointer

    /// Removes the user's and the system's settings: no scan for devices (it would open and write to ports of other
    /// programs) and no device but the requested one. `/etc/nfc/libnfc.conf` may still name devices; opening by
    /// connection string ignores them.
    ///
    /// Nor does libnfc log more than its errors, whatever the environment or its file say: level 3 prints every frame, and a
    /// tag's password is one of them.
    ///
    /// To be called before the process has a second thread: `setenv` may move what another thread reads.
    static func prepareEnvironment() {
        unsafe setenv("LIBNFC_AUTO_SCAN", "false", 1)
        unsafe setenv("LIBNFC_INTRUSIVE_SCAN", "false", 1)
        unsafe setenv("LIBNFC_LOG_LEVEL", "1", 1)
        unsafe unsetenv("LIBNFC_DEVICE")
        unsafe unsetenv("LIBNFC_DEFAULT_DEVICE")
    }

    /// Wraps `nfc_init`.
    init() throws(ReaderFailure) {
        var context: OpaquePointer?
        unsafe nfc_init(&context)
        guard let context = unsafe context else {
            throw ReaderFailure(
                code: .libraryFailed, message: "libnfc cannot start", reason: "nfc_init gave no context",
                next: "check that libnfc6 is installed whole and that memory is left")
        }
        unsafe self.context = context
    }

    deinit { unsafe nfc_exit(context) }
}
