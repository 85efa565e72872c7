import Faults
import HTTPMessages
import Synchronization

@testable import AppStoreClient
@testable import HTTPClient

/// Answers from a list, in order; afterwards with an empty page.
final class ScriptedTransport: Transport {
    enum Answer: Sendable {
        case status(Int, HTTPHeaders = [:], String = "{}")
        case failure(WebError.Code)
    }

    private let state: Mutex<(answers: [Answer], requests: [WebRequest])>

    init(_ answers: [Answer]) { state = Mutex((answers, [])) }

    var requests: [WebRequest] { state.withLock { $0.requests } }

    func send(_ request: WebRequest) async throws -> WebResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty ? Answer.status(200, [:], #"{"data": []}"#) : state.answers.removeFirst()
        }
        switch answer {
        case .status(let status, let headers, let body):
            return WebResponse(status: status, headers: headers, body: Array(body.utf8))
        case .failure(let code):
            throw WebError(code: code, message: "m", reason: "r", next: "n")
        }
    }
}

extension ConnectService {
    static func scripted(
        _ transport: ScriptedTransport, _ clock: TestClock, issuer: String? = TestKey.issuer
    ) throws -> ConnectService {
        ConnectService(
            credentials: try Credentials(keyIdentifier: TestKey.identifier, issuer: issuer, key: TestKey.key),
            transport: transport, clock: clock)
    }
}
