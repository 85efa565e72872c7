package import Faults

/// Why notices are not sent, or not taken.
package typealias NotifyError = Fault<NotifyFaultCode>

package enum NotifyFaultCode: String, FaultCode, CaseIterable {
    /// The settings of receivers cannot be used.
    case badSettings = "bad-notify-settings"
    /// A receiver's secret or password cannot be used.
    case badSecret = "bad-notify-secret"
    /// A notice that waits to be sent was not written by Waymark, or by a later version.
    case badNotice = "bad-notice"
    /// More notices wait than are kept.
    case spoolFull = "spool-full"
    /// There is no dead letter of this name.
    case noDeadLetter = "no-dead-letter"
    /// A receiver did not take a notice.
    case notTaken = "notice-not-taken"
}
