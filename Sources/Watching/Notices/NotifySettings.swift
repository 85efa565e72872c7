/// Who is sent notices: `/etc/waymark/notify.json`.
package struct NotifySettings: Sendable, Hashable {
    package static let usualPath = "/etc/waymark/notify.json"
    package static let maximumAgeLimits = 1...720
    package static let mostReceivers = 16

    /// Hours after which a notice that a receiver has not taken becomes a dead letter.
    package var maximumAgeHours = 72
    package var receivers: [ReceiverSettings] = []
}

/// One receiver.
package struct ReceiverSettings: Sendable, Hashable {
    package enum Target: Sendable, Hashable {
        case webhook(WebhookSettings)
        case mail(MailSettings)
    }

    /// 1 to 32 small letters, digits and hyphens.
    package let name: String
    /// Notices that are less bad are not sent to it.
    package let least: NoticeSeverity
    package let target: Target

    /// Whether a notice is for it.
    package func wants(_ notice: Notice) -> Bool {
        notice.type == .test || notice.type == .began || notice.data.severity >= least
    }
}

package struct WebhookSettings: Sendable, Hashable {
    /// `https`, or `http` to this machine.
    package let url: String
    /// The file of the secret: a path, or the name of a credential.
    package let secret: String
    /// A PEM file of authorities, instead of the system's.
    package let authorities: String?
    /// Seconds that an answer may take.
    package let timeout: Int
}

package struct MailSettings: Sendable, Hashable {
    /// `HOST:PORT`.
    package let server: String
    /// `tls`, `starttls`, or `none` to this machine.
    package let security: String
    package let from: String
    package let to: [String]
    package let user: String?
    /// The file of the password: a path, or the name of a credential.
    package let password: String?
    package let authorities: String?
    package let timeout: Int
}
