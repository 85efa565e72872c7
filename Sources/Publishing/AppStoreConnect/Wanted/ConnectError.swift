package import Faults

/// Why a deployment cannot be brought to App Store Connect.
package typealias ConnectError = Fault<ConnectFaultCode>

package enum ConnectFaultCode: String, FaultCode, CaseIterable {
    /// `appstore.json` contradicts itself, the deployment or App Store Connect's limits.
    case badSettings = "bad-settings"
}
