internal import CNFC
internal import Glibc
public import ReaderProtocol

/// The library's context. There is one in a process, and nothing frees it while a device is open:
/// `nfc_exit` of any context empties the driver list of all of them.
@safe struct LibNFC: ~Copyable {
    let context: OpaquePointer

    /// Takes the user's and the system's settings away: no scan for devices (it would open and write to ports that are
    /// somebody else's) and no device but the one that is asked for. `/etc/nfc/libnfc.conf` may still name devices;
    /// who opens by connection string does not meet them.
    ///
    /// To be called before the process has a second thread: `setenv` may move what another thread reads.
    static func prepareEnvironment() {
        unsafe setenv("LIBNFC_AUTO_SCAN", "false", 1)
        unsafe setenv("LIBNFC_INTRUSIVE_SCAN", "false", 1)
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

extension ReaderFailure {
    /// What can keep a reader from serving.
    public enum Code: String, Sendable, CaseIterable {
        case libraryFailed = "library-failed"
        case badConnection = "bad-connection"
        case noSuchPort = "no-such-port"
        case noPermission = "no-permission"
        case portBusy = "port-busy"
        case wrongDevice = "wrong-device"
        case noReader = "no-reader"
        case readerLost = "reader-lost"
    }

    init(code: Code, message: String, reason: String, next: String) {
        self.init(code: code.rawValue, message: message, reason: reason, next: next)
    }
}
