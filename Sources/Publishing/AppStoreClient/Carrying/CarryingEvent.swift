package import AppStoreConnect
internal import Faults

/// What happens while a plan is carried out.
package enum CarryingEvent: Sendable {
    /// App Store Connect has been read, and so many steps are to be done.
    case looked(steps: Int)
    case done(ConnectPlan.Step)
    /// The step failed; it is tried again in a later pass, if there is one.
    case failed(ConnectPlan.Step, ServiceError)
}

/// What came of a plan.
package struct CarryingResult: Sendable {
    /// A step that is not done, and why.
    package struct Failure: Sendable {
        package let step: ConnectPlan.Step
        package let error: ServiceError
    }

    /// Steps that are carried out.
    package let done: Int
    /// Steps that are not, whether they failed or were not begun.
    package let left: Int
    package let failures: [Failure]
    /// Steps that were accepted but do not show: App Store Connect lags, or keeps another value.
    package let unseen: [ConnectPlan.Step]
    /// The findings at the end.
    package let findings: [ConnectPlan.Finding]
    /// What ended it before nothing was left that could be done; nil where nothing did.
    package let stoppedBy: (any Error)?
}
