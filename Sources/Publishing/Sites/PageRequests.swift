internal import AppClips
internal import Faults
internal import HTTPClient
internal import HTTPMessages

/// What a page says, without its body.
struct PageAnswer: Sendable {
    let status: Int
    let location: String?
    let type: String?
    /// Whether the body begins as markup does.
    let isMarkup: Bool
    let head: PageHead

    init(_ response: WebResponse) {
        status = response.status
        location = response.headers["Location"]
        type = response.headers["Content-Type"]
        // A byte order mark may come first.
        let page = response.body.starts(with: [0xEF, 0xBB, 0xBF]) ? response.body[3...] : response.body[...]
        let start = page.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        isMarkup = start == 0x3C
        head = PageHead(html: isMarkup ? page : [])
    }
}

/// The requests of one run: of every host one at a time, of every URL one altogether, though many redirects lead to it.
actor PageRequests {
    private static let sizeLimit = 1 << 20
    private static let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 waymark"

    private let client: WebClient
    private var answers: [String: Result<PageAnswer, WebError>] = [:]
    private var busy: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    init(_ client: WebClient) { self.client = client }

    /// Throws `WebError`, or `CancellationError`.
    func answer(to url: String, on host: String) async throws -> PageAnswer {
        while busy.contains(host) {
            await withCheckedContinuation { waiting[host, default: []].append($0) }
        }
        if let known = answers[url] { return try known.get() }
        busy.insert(host)
        defer {
            busy.remove(host)
            for other in waiting.removeValue(forKey: host) ?? [] { other.resume() }
        }
        do {
            let response = try await client.send(
                WebRequest("GET", url, headers: ["User-Agent": Self.agent, "Accept": "text/html"]),
                limit: Self.sizeLimit)
            let answer = PageAnswer(response)
            answers[url] = .success(answer)
            return answer
        } catch let error as WebError {
            answers[url] = .failure(error)
            throw error
        }
    }
}
