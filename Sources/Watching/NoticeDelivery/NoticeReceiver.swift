package import Faults
package import Notices

/// How a delivery ended.
package enum DeliveryOutcome: Sendable, Hashable {
    case taken
    /// Taken, but not for all that the settings name.
    case takenInPart(Complaint)
    /// Not taken. `isReceivers`: the receiver takes nothing at the moment, so that others need not be tried; `asked`: seconds
    /// that it wants to be left alone; `isFinal`: it never will.
    case failed(Complaint, isReceivers: Bool, asked: Int64?, isFinal: Bool)
}

/// Who takes notices.
package protocol NoticeReceiver: Sendable {
    /// Whether all notices of a run are one delivery.
    var takesRuns: Bool { get }

    /// Hands notices over, at least one, and several only to one that takes runs. `time`: seconds since 1970.
    func deliver(_ notices: [Notice], at time: Int64) async -> DeliveryOutcome
}

/// The receiver that settings describe.
package enum ReceiverMaker {
    package static func receiver(_ settings: ReceiverSettings, _ secrets: SecretPlace) throws -> any NoticeReceiver {
        switch settings.target {
        case .webhook(let webhook): WebhookReceiver(webhook, try secrets.webhookSecret(webhook))
        case .mail(let mail): try MailReceiver(mail, password: mail.password.map { try secrets.password($0) })
        }
    }
}
