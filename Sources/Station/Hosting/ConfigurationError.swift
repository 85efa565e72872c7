package import Faults

/// Why the daemon does not start as it was asked to.
package typealias ConfigurationError = Fault<ConfigurationFaultCode>

package enum ConfigurationFaultCode: String, FaultCode, CaseIterable {
    /// The configuration, or something that it names, cannot be used.
    case badConfiguration = "bad-configuration"
}

extension ConfigurationError {
    package init(message: String, reason: String, next: String) {
        self.init(code: .badConfiguration, message: message, reason: reason, next: next)
    }
}
