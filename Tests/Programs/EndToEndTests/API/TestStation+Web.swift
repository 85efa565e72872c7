import Foundation
import TestBench
import Testing

/// The daemon on TCP, as a program or a browser elsewhere on this computer sees it.
extension TestStation {
    static let listening = ["--listen", "127.0.0.1:0"]

    /// Where the running daemon listens: `http://127.0.0.1:40123`.
    var web: String {
        get async throws {
            // The log may come after the news that the daemon is ready.
            _ = await daemon?.errors.comes("waymarkd is ready")
            let found = log.matches(of: #/https?://127\.0\.0\.1:\d+/#).last
            return String(try #require(found, "the daemon listens on no TCP port:\n\(log)").output)
        }
    }

    /// A new token's secret.
    func token(_ role: String, name: String) async throws -> String {
        let made = try await waymark("token", "create", "--role", role, "--name", name)
        return String(made.output.dropLast())
    }

    /// Asks over TCP. `secret`: a token's.
    func web(
        _ method: String, _ path: String, _ secret: String? = nil, body: String? = nil,
        type: String = "application/json", headers: [String] = [], more: [String] = []
    ) async throws -> WebAnswer {
        var words = ["--silent", "--show-error", "--noproxy", "*", "--dump-header", "/dev/stderr"] + more
        words += method == "HEAD" ? ["--head", "--output", "/dev/null"] : ["--request", method]
        if let secret { words += ["--header", "Authorization: Bearer \(secret)"] }
        if let body { words += ["--data-binary", body, "--header", "Content-Type: \(type)"] }
        for header in headers { words += ["--header", header] }
        return WebAnswer(try await Witness.curl.run(words + [try await web + path], expecting: nil))
    }
}

extension WebAnswer {
    /// An interim answer ("100 Continue") comes first.
    init(_ ending: RunningProgram.Ending) {
        let heads = ending.errors.components(separatedBy: "\r\n\r\n").filter { $0.contains("HTTP/") }
        self.init(headers: "\(heads.last ?? ending.errors)\r\n", body: ending.output)
    }

    func header(_ name: String) -> String? {
        let lines = headers.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
        return lines.first.map { String($0.dropFirst(name.count + 2)) }
    }

    var code: String? { document["code"] as? String }
}
