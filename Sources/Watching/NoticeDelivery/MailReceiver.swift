internal import Faults
internal import HTTPClient
internal import Notices

/// Mail addresses that get one mail for a run.
struct MailReceiver: NoticeReceiver {
    let takesRuns = true
    private let settings: MailSettings
    private let client: MailClient

    init(_ settings: MailSettings, password: String?) throws {
        self.settings = settings
        guard let security = MailClient.Security(rawValue: settings.security) else {
            throw NotifyError(
                .badSettings, "the mail server \(settings.server) is refused",
                why: "its security is \(settings.security)", next: "use tls or starttls")
        }
        var client = MailClient(server: settings.server, security: security)
        client.timeout = .seconds(settings.timeout)
        client.certificateAuthorities = settings.authorities
        if let user = settings.user, let password { client.login = .init(user: user, password: password) }
        self.client = client
    }

    func deliver(_ notices: [Notice], at time: Int64) async -> DeliveryOutcome {
        do {
            let mail = NoticeMail(notices, from: settings.from, to: settings.to)
            try await client.send(try mail.bytes(at: time), from: settings.from, to: settings.to)
            return .taken
        } catch {
            let complaint =
                (error as? any AnyFault)?.complaint
                ?? Complaint(code: "mail-failed", message: "not sent", reason: "\(error)", next: "it is tried again")
            return .failed(complaint, isReceivers: true, asked: nil, isFinal: false)
        }
    }
}
