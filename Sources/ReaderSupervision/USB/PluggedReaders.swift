internal import ReaderProtocol
public import UnixSystem

/// The USB readers that are plugged in. Each is known by its port: ACS gives its readers no serial numbers, and the
/// numbers that libnfc opens them by are new with every plug.
public enum PluggedReaders {
    /// Those that are plugged in now, and all of them again whenever one comes or goes. Fails when udev cannot be
    /// listened to.
    public static func changes() throws(SystemError) -> AsyncStream<[USBDevice]> {
        let events = try UdevMonitor().events()
        let (stream, continuation) = AsyncStream.makeStream(of: [USBDevice].self, bufferingPolicy: .unbounded)
        let watching = Task {
            // Events from here on are not missed: the monitor listens already.
            var last = now
            continuation.yield(last)
            for await _ in events {
                let readers = now
                if readers != last { continuation.yield(readers) }
                last = readers
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in watching.cancel() }
        return stream
    }

    /// Those that are plugged in now.
    public static var now: [USBDevice] {
        USBDevice.all.filter { USBReader(vendor: $0.vendor, product: $0.product).driver != nil }
    }
}
