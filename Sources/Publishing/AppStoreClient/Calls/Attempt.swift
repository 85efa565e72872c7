internal import AppStoreConnect
internal import Faults
internal import Foundation
internal import HTTPClient

/// The tries of one request: which answer ends it, which is waited out. No clock, no I/O.
struct Attempt {
    enum Verdict: Equatable {
        case done
        case renewToken(after: Double)
        case wait(seconds: Double, why: String)
    }

    let name: String
    /// Whether doing it twice is the same as doing it once.
    let isRepeatable: Bool
    /// Whether it carries our token. Otherwise its address is its permission, and a refusal says nothing of the key.
    let isSigned: Bool
    let patience: RetryPolicy
    private var failures = 0
    private var refusedTokens = 0
    private var rateRefusals = 0
    private var waited = 0.0

    init(name: String, isRepeatable: Bool, isSigned: Bool, patience: RetryPolicy) {
        self.name = name
        self.isRepeatable = isRepeatable
        self.isSigned = isSigned
        self.patience = patience
    }

    /// No answer came. Returns the seconds to wait before the next try.
    mutating func failed(_ error: WebError) throws(ServiceError) -> Double {
        switch error.code {
        case .noSocket, .refused, .hostNotFound, .unreachable: break
        case .timedOut, .disconnected, .malformedResponse, .failed:
            // It may have been carried out: the sender checks before sending it again.
            if !isRepeatable { throw uncertain(error.reason) }
        case .notPermitted, .tooLarge, .tlsFailed, .certificateExpired, .certificateNotYetValid,
            .certificateOfOtherHost,
            .certificateUntrusted, .tooManyRedirects, .badAddress:
            throw unavailable(error.reason, next: error.next)
        }
        failures += 1
        guard failures < patience.tries else {
            throw unavailable(
                error.reason,
                next: "look at this machine's network, and run the command again: it sees what is done already")
        }
        return patience.wait(after: failures)
    }

    /// What an answer means.
    mutating func answered(_ response: WebResponse) throws(ServiceError) -> Verdict {
        switch response.status {
        case 200...299: return .done
        case 401 where isSigned:
            refusedTokens += 1
            guard refusedTokens < patience.tokens else { throw notAuthorised(response) }
            return .renewToken(after: patience.wait(after: refusedTokens))
        case 429:
            rateRefusals += 1
            let seconds = RateLimit.retryAfter(response.headers) ?? patience.emptyWait(after: rateRefusals)
            waited += seconds
            guard waited <= patience.longestWait else { throw isSigned ? rateLimited() : refused(response) }
            return .wait(seconds: seconds, why: "App Store Connect asks to wait")
        case 500...599:
            guard isRepeatable else { throw uncertain("App Store Connect has a fault (status \(response.status))") }
            failures += 1
            guard failures < patience.tries else {
                throw unavailable(
                    "App Store Connect has a fault (status \(response.status))", next: "try again later")
            }
            return .wait(
                seconds: RateLimit.retryAfter(response.headers) ?? patience.wait(after: failures),
                why: "App Store Connect has a fault")
        case 403 where isSigned: throw notAuthorised(response)
        default: throw refused(response)
        }
    }

    private static func errors(_ response: WebResponse) -> AppStoreErrors? {
        try? JSONDecoder().decode(AppStoreErrors.self, from: Data(response.body))
    }

    private static func sentences(_ response: WebResponse) -> [String] { errors(response)?.sentences ?? [] }

    private func refused(_ response: WebResponse) -> ServiceError {
        let sentences = Self.sentences(response)
        return ServiceError(
            code: response.status == 404 && isSigned ? .notFound : .refused,
            message: "App Store Connect refuses \(name)",
            reason: sentences.isEmpty ? "status \(response.status)" : sentences.joined(separator: "\n"),
            next: isSigned
                ? "correct the deployment, or look at the App Clip in App Store Connect"
                : "run the command again: it begins with this image anew")
    }

    private func notAuthorised(_ response: WebResponse) -> ServiceError {
        let sentences = Self.sentences(response)
        if Self.errors(response)?.isAboutAgreements == true {
            return ServiceError(
                code: .notAuthorised, message: "App Store Connect does not carry out \(name)",
                reason: sentences.joined(separator: "\n"),
                next: "have the Account Holder accept the agreements in App Store Connect, under Business; "
                    + "no role of a key can")
        }
        return ServiceError(
            code: .notAuthorised, message: "App Store Connect does not accept the key for \(name)",
            reason: sentences.isEmpty ? "status \(response.status)" : sentences.joined(separator: "\n"),
            next: response.status == 403
                ? "give the key the role Admin, App Manager or Marketing"
                : "check the key, its identifier and the issuer, and this machine's clock")
    }

    private func rateLimited() -> ServiceError {
        ServiceError(
            code: .rateLimited, message: "App Store Connect does not take more requests",
            reason: "it refused \(name) for \(Int(patience.longestWait / 3600)) hours",
            next: "run the command again later: it continues where it stopped")
    }

    private func uncertain(_ reason: String) -> ServiceError {
        ServiceError(
            code: .uncertain, message: "it is not known whether \(name) was carried out", reason: reason,
            next: "run the command again: it looks at what is there first")
    }

    private func unavailable(_ reason: String, next: String) -> ServiceError {
        ServiceError(
            code: .unavailable, message: "cannot reach App Store Connect for \(name)", reason: reason, next: next)
    }
}
