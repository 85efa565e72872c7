public import Faults

/// Why a deployment cannot be brought to App Store Connect.
public typealias ConnectError = Fault<ConnectFaultCode>

public enum ConnectFaultCode: String, FaultCode, CaseIterable {
    /// `appstore.json` contradicts itself, the deployment or App Store Connect's limits.
    case badSettings = "bad-settings"
}
