internal import CUdev
internal import Dispatch
internal import Faults
internal import Glibc
internal import UnixSystem

/// udev's word that something was plugged in or pulled out. See: man 3 udev_monitor_new_from_netlink
///
/// The events come from udev and not from the kernel: when they do, the rules have been applied and the reader's node
/// belongs to the right group.
@safe final class UdevMonitor: Sendable {
    // Used on one queue after init, and freed when that is done with them.
    private nonisolated(unsafe) let library: OpaquePointer
    private nonisolated(unsafe) let monitor: OpaquePointer

    /// Wraps `udev_monitor_new_from_netlink` and its filter for USB devices.
    init() throws(SystemError) {
        guard let library = unsafe udev_new() else { throw Self.failure("udev_new") }
        guard let monitor = unsafe udev_monitor_new_from_netlink(library, "udev") else {
            unsafe udev_unref(library)
            throw Self.failure("udev_monitor_new_from_netlink")
        }
        unsafe self.library = library
        unsafe self.monitor = monitor
        guard unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "usb", "usb_device") >= 0,
            unsafe udev_monitor_enable_receiving(monitor) >= 0
        else { throw Self.failure("udev_monitor_enable_receiving") }
    }

    deinit {
        unsafe udev_monitor_unref(monitor)
        unsafe udev_unref(library)
    }

    /// One element for one or more events, as long as there is a listener. For one listener.
    func events() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let descriptor = unsafe udev_monitor_get_fd(monitor)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        let box = WatchedMonitor(source)
        source.setEventHandler { [self] in
            takeEvents()
            continuation.yield()
        }
        // The handlers keep `self`, and so the descriptor, until the source has let go of it.
        source.setCancelHandler { [self] in withExtendedLifetime(self) {} }
        continuation.onTermination = { _ in box.source.cancel() }
        source.activate()
        return stream
    }

    /// What an event says is looked up in sysfs, which is never out of date and never loses one.
    private func takeEvents() {
        while let device = unsafe udev_monitor_receive_device(monitor) { unsafe udev_device_unref(device) }
    }

    private static func failure(_ call: String) -> SystemError {
        let code = errno
        return SystemError(
            code: .failed, message: "cannot listen for plugged readers",
            reason: "\(call) failed: \(unsafe String(cString: strerror(code)))",
            next: "check that udev runs: systemctl status systemd-udevd", call: call, errno: code)
    }
}

/// `DispatchSourceRead` is not marked Sendable, though libdispatch lets any thread cancel it.
private final class WatchedMonitor: @unchecked Sendable {
    let source: any DispatchSourceRead

    init(_ source: any DispatchSourceRead) {
        self.source = source
    }
}
