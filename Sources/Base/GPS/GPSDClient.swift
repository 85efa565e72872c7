internal import CGPS
internal import Faults
internal import Synchronization
package import UnixSystem

/// A connection to gpsd, read by a thread of its own. Wraps libgps: `gps_open`, `gps_stream`, `gps_waiting`, `gps_read`
/// and `gps_close`.
package final class GPSDClient: Sendable {
    private struct State: Sendable {
        var reports = GPSReports()
        var isClosed = false
    }

    private let state: Shared

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    /// Where gpsd usually is.
    package static let usualAddress = (host: "localhost", port: "2947")

    /// Begins to ask the gpsd at a host's port.
    package init(host: String, port: String) throws(SystemError) {
        let shared = Shared()
        state = shared
        try DedicatedThread.start("gpsd") { Self.listen(host: host, port: port, shared) }
    }

    deinit { close() }

    /// Ends the connection soon.
    package func close() { state.state.withLock { $0.isClosed = true } }

    /// Where this machine is now.
    package func fix() throws(GPSError) -> GPSFix {
        let result = state.state.withLock { state in
            Result { () throws(GPSError) in try state.reports.fix(at: .now) }
        }
        return try result.get()
    }

    /// Waits for a fix. Calls `tell` at most once, within two seconds, with the reason why there is none yet; throws
    /// the reason when none comes in time.
    package func fix(within limit: Duration, telling tell: (GPSError) -> Void = { _ in }) async throws -> GPSFix {
        let start = ContinuousClock.now
        var wait = FixWait(limit: limit)
        while true {
            do {
                return try fix()
            } catch {
                switch wait.step(after: ContinuousClock.now - start, error.code) {
                case .wait: break
                case .tell: tell(error)
                case .giveUp: throw error
                }
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private static func listen(host: String, port: String, _ shared: Shared) {
        guard let handle = unsafe waymark_gps_open(host, port) else {
            let error = GPSError(
                .unreachable, why: "no gpsd answers at \(host), port \(port)",
                next: "start it (sudo systemctl start gpsd), name it with --gpsd HOST:PORT, "
                    + "or say where you are: --at STORE")
            return shared.state.withLock { $0.reports.fail(error) }
        }
        defer { unsafe waymark_gps_close(handle) }
        var report = waymark_gps_report()
        while !shared.state.withLock({ $0.isClosed }) {
            switch unsafe waymark_gps_next(handle, 200_000, &report) {
            case 1:
                let taken = GPSReports.Report(
                    mode: Int(report.mode), latitude: report.latitude, longitude: report.longitude, eph: report.eph,
                    epx: report.epx, epy: report.epy,
                    time: report.seconds &* 1_000_000_000 &+ Int64(report.nanoseconds))
                shared.state.withLock { $0.reports.take(taken, at: .now) }
            case 0: continue
            default:
                let error = GPSError(
                    .lost, why: "gpsd at \(host), port \(port) has closed the connection",
                    next: "start it again (sudo systemctl start gpsd) and repeat the command")
                return shared.state.withLock { $0.reports.fail(error) }
            }
        }
    }
}
