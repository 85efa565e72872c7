import Foundation
import PostgreSQL
import TestBench
import Testing

/// Who reaches a hub's port without a token.
@Suite(
    .timeLimit(.minutes(10)), .needs(.curl),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A stranger at a hub` {
    @Test func `guesses a few times a minute, and leaves no keys of requests behind`() async throws {
        try await TestHub.run { hub in
            let digits = String(repeating: "ab", count: 32)
            let body = #"{"secret":"a guess","key":"\#(digits)","fingerprint":"\#(digits)"}"#
            func guess(_ number: Int) async throws -> WebAnswer {
                let words = [
                    "--silent", "--show-error", "--noproxy", "*", "--dump-header", "/dev/stderr", "--request", "POST",
                    "--data-binary", body, "--header", "Content-Type: application/json", "--header",
                    "Idempotency-Key: guess-\(number)", "\(hub.url)/v1/stations",
                ]
                return WebAnswer(try await Witness.curl.run(words))
            }
            var number = 0
            var answer = try await guess(number)
            while answer.status == 401 {
                #expect(answer.code == "unknown-invitation")
                number += 1
                answer = try await guess(number)
            }
            #expect(answer.status == 429 && answer.code == "too-many-attempts", "\(answer)")
            #expect(answer.header("Retry-After") == "60")
            #expect(try hub.owner().rows("SELECT 1 FROM requests").isEmpty)
        }
    }
}
