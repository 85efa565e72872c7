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
            let refusals = try await client.send(try mail.bytes(at: time), from: settings.from, to: settings.to)
            return refusals.isEmpty ? .taken : .takenInPart(complaint(refusals))
        } catch {
            let complaint =
                (error as? any AnyFault)?.complaint
                ?? Complaint(code: "mail-failed", message: "not sent", reason: "\(error)", next: "it is tried again")
            return .failed(complaint, isReceivers: true, asked: nil, isFinal: false)
        }
    }

    private func complaint(_ refusals: [MailClient.Refusal]) -> Complaint {
        let reasons = refusals.map { "it refuses \($0.recipient) (\($0.answer))" }.joined(separator: ", ")
        return NotifyError(
            .notTaken, "the mail server \(settings.server) took a mail, but not for every address", why: reasons,
            next: "correct the addresses in the settings"
        ).complaint
    }
}
