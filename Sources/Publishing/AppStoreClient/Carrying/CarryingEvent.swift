public import AppStoreConnect
public import Faults

/// What happens while a plan is carried out.
public enum CarryingEvent: Sendable {
    /// App Store Connect has been read, and so many steps are to be done.
    case looked(steps: Int)
    case done(ConnectPlan.Step)
    /// The step failed; it is tried again in a later pass, if there is one.
    case failed(ConnectPlan.Step, ServiceError)
}

/// What came of a plan.
public struct CarryingResult: Sendable {
    /// A step that is not done, and why.
    public struct Failure: Sendable {
        public let step: ConnectPlan.Step
        public let error: ServiceError
    }

    /// Steps that are carried out.
    public let done: Int
    public let failures: [Failure]
    /// Steps that were accepted but do not show: App Store Connect lags, or keeps another value.
    public let unseen: [ConnectPlan.Step]
    /// The findings at the end.
    public let findings: [ConnectPlan.Finding]
}
