public import Faults
public import UnixSystem

/// What is plugged in on USB. Readers are known by their port: ACS gives them no serial numbers, and the numbers that
/// libnfc opens them by are new with every plug.
public enum PluggedDevices {
    /// Those that are plugged in now, and all of them again whenever one comes or goes. Fails when udev cannot be
    /// listened to.
    public static func changes() throws(SystemError) -> AsyncStream<[USBDevice]> {
        let events = try UdevMonitor().events()
        let (stream, continuation) = AsyncStream.makeStream(of: [USBDevice].self, bufferingPolicy: .unbounded)
        let watching = Task {
            // Events from here on are not missed: the monitor listens already.
            var last = USBDevice.all
            continuation.yield(last)
            for await _ in events {
                let devices = USBDevice.all
                if devices != last { continuation.yield(devices) }
                last = devices
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in watching.cancel() }
        return stream
    }
}
