import Faults
import Testing

@testable import GPS

/// What a person hears while a fix is waited for; the time is told, nothing waits.
@Suite struct `Waiting for a fix` {
    @Test(arguments: [GPSError.Code.silent, .noFix, .flatFix, .noAccuracy, .oldFix])
    func `says once, within two seconds, why there is none`(_ code: GPSError.Code) {
        var wait = FixWait(limit: .seconds(30))
        var told: [Duration] = []
        for tenth in 0..<300 {
            let elapsed = Duration.milliseconds(100 * tenth)
            switch wait.step(after: elapsed, code) {
            case .tell: told.append(elapsed)
            case .wait: break
            case .giveUp: Issue.record("gave up after \(elapsed)")
            }
        }
        #expect(told.count == 1 && told[0] <= .seconds(2))
        #expect(wait.step(after: .seconds(30), code) == .giveUp)
    }

    @Test(arguments: [GPSError.Code.unreachable, .lost])
    func `gives up at once when there is no gpsd`(_ code: GPSError.Code) {
        var wait = FixWait(limit: .seconds(30))
        #expect(wait.step(after: .zero, code) == .giveUp)
    }
}
