package import Faults

/// Why a group of services came down by itself.
package typealias ServiceLifecycleError = Fault<ServiceLifecycleFaultCode>

package enum ServiceLifecycleFaultCode: String, FaultCode, CaseIterable {
    /// A service ended that nothing had asked to end.
    case endedUnasked = "ended-unasked"
}

extension ServiceLifecycleError {
    static func endedUnasked(_ name: String) -> ServiceLifecycleError {
        ServiceLifecycleError(
            code: .endedUnasked,
            message: "service \(name) ended",
            reason: "nothing had asked it to",
            next: "read the log from before it ended")
    }
}
