package import Faults

/// Why a station and its hub do not come together.
package typealias UpstreamError = Fault<UpstreamFaultCode>

package enum UpstreamFaultCode: String, FaultCode {
    /// This machine has no credentials for a hub, or they are not a file of ours.
    case badCredentials = "bad-credentials"
    /// The hub has another chain than this registry: one of them is a copy, or was set back.
    case copiedRegistry = "copied-registry"
    /// The machine does not say which one it is.
    case unknownMachine = "unknown-machine"
    /// The station is under another hub than the credentials are for.
    case otherHub = "other-hub"
}
