internal import Faults
internal import Geodesy

/// What a receiver reports, and what of it can be believed now.
struct GPSReports: Sendable {
    /// One report (gpsd's TPV).
    struct Report: Sendable {
        /// 0 and 1: no fix; 2: without height; 3: with height.
        var mode: Int
        var latitude: Double
        var longitude: Double
        /// Metres, 95 %: horizontal, and along each axis. Not a number when it is unknown.
        var eph: Double
        var epx: Double
        var epy: Double
        /// The receiver's time of the fix, in nanoseconds; 0 when it has none.
        var time: Int64
    }

    /// A position that is older than this is that of another place: people walk.
    static let lifetime = Duration.seconds(5)

    private var last: Report?
    /// When the last report came whose time was another than before: a receiver may repeat what it has lost.
    private var moved: ContinuousClock.Instant?
    /// The last accuracy and when it came: gpsd leaves it out of many reports, because it makes one of each sentence.
    private var accuracy: (metres: Double, time: ContinuousClock.Instant)?
    private var failure: GPSError?

    mutating func take(_ report: Report, at now: ContinuousClock.Instant) {
        if last?.time != report.time || report.time == 0 || moved == nil { moved = now }
        last = report
        guard report.mode >= 2 else {
            accuracy = nil
            return
        }
        // Without the circle gpsd may still know both axes; the diagonal is at least as large as the circle.
        let axes = (report.epx * report.epx + report.epy * report.epy).squareRoot()
        let metres = report.eph.isFinite && report.eph > 0 ? report.eph : axes
        if metres.isFinite, metres > 0 { accuracy = (metres, now) }
    }

    mutating func fail(_ error: GPSError) { failure = error }

    func fix(at now: ContinuousClock.Instant) throws(GPSError) -> GPSFix {
        if let failure { throw failure }
        guard let last, let moved else {
            throw GPSError(
                .silent, why: "gpsd has no report of a receiver yet",
                next: "plug in the receiver and look at it: cgps; or say where you are: --at STORE")
        }
        guard last.mode >= 2 else {
            throw GPSError(
                .noFix, why: "the receiver has no fix: it sees too few satellites",
                next: "go to a window or outdoors, or say where you are: --at STORE")
        }
        guard now - moved <= Self.lifetime else {
            throw GPSError(
                .oldFix, why: "the last fix is \((now - moved).components.seconds) s old",
                next: "wait for another one near a window, or say where you are: --at STORE")
        }
        guard last.mode >= 3 else {
            throw GPSError(
                .flatFix, why: "the fix has no height (2D): such a position is worse than it says",
                next: "wait until the receiver sees four satellites, or say where you are: --at STORE")
        }
        guard let accuracy, now - accuracy.time <= Self.lifetime,
            let place = try? Coordinate(latitude: last.latitude, longitude: last.longitude)
        else {
            throw GPSError(
                .noAccuracy, why: "the receiver does not say how accurate its position is",
                next: "wait until it sees more satellites, or say where you are: --at STORE")
        }
        return GPSFix(place: place, accuracy: accuracy.metres)
    }
}
