package import Faults

/// Why the position of this machine is not known.
package typealias GPSError = Fault<GPSFaultCode>

package enum GPSFaultCode: String, FaultCode, CaseIterable {
    /// No gpsd answers.
    case unreachable = "gpsd-unreachable"
    /// gpsd has ended, or the connection.
    case lost = "gpsd-lost"
    /// gpsd is there, but no receiver has reported yet.
    case silent = "gps-silent"
    /// The receiver sees too few satellites.
    case noFix = "no-fix"
    /// Three satellites: the height is guessed, and the position is worse than it says.
    case flatFix = "2d-fix"
    /// A position without an accuracy.
    case noAccuracy = "no-accuracy"
    /// The last position is too old.
    case oldFix = "old-fix"
}

extension GPSError {
    init(_ code: Code, why reason: String, next: String) {
        self.init(code: code, message: "this place is not known", reason: reason, next: next)
    }
}
