internal import Faults
internal import HTTPClient
internal import HTTPMessages
internal import Notices

/// A URL that takes notices by POST, one at a time, signed as Standard Webhooks says.
struct WebhookReceiver: NoticeReceiver {
    /// Nothing of an answer is used but its status.
    private static let answerLimit = 64 << 10

    let takesRuns = false
    private let url: String
    private let secret: WebhookSecret
    private let client: WebClient

    init(_ settings: WebhookSettings, _ secret: WebhookSecret) {
        url = settings.url
        self.secret = secret
        var client = WebClient(.network, timeout: .seconds(settings.timeout))
        client.connectTimeout = .seconds(settings.timeout)
        // What is signed for one address goes to no other one.
        client.redirectLimit = 0
        client.certificateAuthorities = settings.authorities
        self.client = client
    }

    func deliver(_ notices: [Notice], at time: Int64) async -> DeliveryOutcome {
        do {
            for notice in notices {
                let answer = try await client.send(try request(notice, at: time), limit: Self.answerLimit)
                if let failure = failure(answer) { return failure }
            }
            return .taken
        } catch let error as any AnyFault {
            return .failed(error.complaint, isReceivers: true, asked: nil, isFinal: false)
        } catch {
            return .failed(
                Complaint(code: "interrupted", message: "not sent", reason: "\(error)", next: "it is tried again"),
                isReceivers: true, asked: nil, isFinal: false)
        }
    }

    private func request(_ notice: Notice, at time: Int64) throws -> WebRequest {
        let body = try NoticeText.bytes(notice)
        return WebRequest(
            "POST", url,
            headers: [
                "Content-Type": "application/json", "User-Agent": "waymark", "webhook-id": notice.id,
                "webhook-timestamp": String(time),
                "webhook-signature": try secret.signature(id: notice.id, time: time, body: body),
            ], body: body)
    }

    /// Nil for a status of success.
    private func failure(_ answer: WebResponse) -> DeliveryOutcome? {
        let place = String(url.prefix { $0 != "?" })
        func failed(_ reason: String, _ next: String, isReceivers: Bool, isFinal: Bool = false) -> DeliveryOutcome {
            let error = NotifyError(.notTaken, "\(place) did not take a notice", why: reason, next: next)
            let asked = answer.headers["Retry-After"].flatMap { Int64($0) }
            return .failed(error.complaint, isReceivers: isReceivers, asked: asked, isFinal: isFinal)
        }
        switch answer.status {
        case 200..<300: return nil
        case 300..<400:
            return failed(
                "it redirects (\(answer.status)) to \(answer.headers["Location"] ?? "nowhere"), which is not followed",
                "name the final address in the settings", isReceivers: true)
        case 410:
            return failed(
                "it is gone (410)", "take the receiver out of the settings", isReceivers: false, isFinal: true)
        case 401, 403, 404, 405, 408, 421, 429:
            return failed(
                "it answers \(answer.status)", "check its address and its secret with its operator", isReceivers: true)
        case 400..<500:
            // This notice is refused: another one may be taken.
            return failed("it answers \(answer.status)", "look at the receiver's log", isReceivers: false)
        default: return failed("it answers \(answer.status)", "look at the receiver's log", isReceivers: true)
        }
    }
}
