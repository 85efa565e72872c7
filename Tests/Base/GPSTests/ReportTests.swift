import Faults
import Geodesy
import Testing

@testable import GPS

/// What of a receiver's reports can be believed.
@Suite struct `A receiver's reports` {
    private func report(
        mode: Int = 3, eph: Double = 9, epx: Double = .nan, epy: Double = .nan, time: Int64 = 1
    ) -> GPSReports.Report {
        GPSReports.Report(
            mode: mode, latitude: 37.323, longitude: -122.0322, eph: eph, epx: epx, epy: epy, time: time)
    }

    private func code(_ reports: GPSReports, at now: ContinuousClock.Instant) -> GPSError.Code? {
        do {
            _ = try reports.fix(at: now)
            return nil
        } catch {
            #expect(!error.reason.isEmpty && !error.next.isEmpty)
            return error.code
        }
    }

    @Test func `give a place and the circle that holds it in 95 of 100 cases`() throws {
        var reports = GPSReports()
        let now = ContinuousClock.now
        reports.take(report(), at: now)
        let fix = try reports.fix(at: now)
        #expect(fix.accuracy == 9 && GPSFix.confidence == 0.95)
        // The reference's conversion: a / 2.4477.
        let error = try PositionError(accuracy: fix.accuracy, confidence: GPSFix.confidence)
        #expect(abs(error.sigma - 9 / 2.4477) < 1e-4)
        reports.take(report(eph: .nan, epx: 3, epy: 4, time: 2), at: now)
        #expect(try reports.fix(at: now).accuracy == 5)
        // Many reports come without it: the last one holds for a while.
        reports.take(report(eph: .nan, time: 3), at: now + .seconds(4))
        #expect(try reports.fix(at: now + .seconds(4)).accuracy == 5)
        reports.take(report(eph: .nan, time: 4), at: now + .seconds(6))
        #expect(code(reports, at: now + .seconds(6)) == .noAccuracy)
    }

    @Test func `name why there is no place`() {
        let now = ContinuousClock.now
        var reports = GPSReports()
        #expect(code(reports, at: now) == .silent)
        for (bad, expected) in [
            (report(mode: 0), GPSError.Code.noFix), (report(mode: 1), .noFix), (report(mode: 2), .flatFix),
            (report(eph: .nan), .noAccuracy), (report(eph: 0, epx: 3), .noAccuracy),
        ] {
            reports = GPSReports()
            reports.take(bad, at: now)
            #expect(code(reports, at: now) == expected)
        }
    }

    @Test func `are too old after five seconds, also when the receiver repeats the last one`() {
        let start = ContinuousClock.now
        var reports = GPSReports()
        reports.take(report(time: 7), at: start)
        #expect(code(reports, at: start + .seconds(5)) == nil)
        #expect(code(reports, at: start + .seconds(6)) == .oldFix)
        reports.take(report(time: 7), at: start + .seconds(6))
        #expect(code(reports, at: start + .seconds(6)) == .oldFix)
        reports.take(report(time: 8), at: start + .seconds(7))
        #expect(code(reports, at: start + .seconds(7)) == nil)
    }

    @Test func `end with the connection`() async throws {
        // Nothing listens at port 1: it is reserved (IANA, tcpmux).
        let client = try GPSDClient(host: "127.0.0.1", port: "1")
        let error = await #expect(throws: GPSError.self) { try await client.fix(within: .seconds(30)) }
        #expect(error?.code == .unreachable)
    }
}
