package import Faults

/// Why nothing can be handed over to the app team.
package typealias ExportError = Fault<ExportFaultCode>

package enum ExportFaultCode: String, FaultCode, CaseIterable {
    /// The deployment names no App Clip, or not this one.
    case noClip = "no-app-clip"
}
