public import Explaining

/// Why nobody can say where this machine is.
public struct GPSError: ExplainedError, Hashable {
    public enum Code: String, Sendable, CaseIterable {
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

    public let code: Code
    public let message = "this place is not known"
    public let reason: String
    public let next: String

    init(_ code: Code, why reason: String, next: String) {
        self.code = code
        self.reason = reason
        self.next = next
    }
}
