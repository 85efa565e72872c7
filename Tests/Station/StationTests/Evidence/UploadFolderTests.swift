import API
import Faults
import Foundation
import HTTPMessages
import HTTPServer
import Registry
import TestBench
import Testing

@testable import StationService

/// Photographs and tracks that wait to be read.
@Suite(.timeLimit(.minutes(10))) struct `An uploaded file` {
    /// In the place of `waymark`: answers with how the file begins.
    private static let program = """
        #!/bin/sh
        for file in "$@"; do :; done
        printf '{"file":"%s","content":"","refusals":[],"warnings":[]}' "$(cat "$file")"

        """

    private let folder: TemporaryFolder
    private let converter: EvidenceConverter

    init() throws {
        folder = try TemporaryFolder()
        converter = EvidenceConverter(
            program: try folder.write(Self.program, to: "waymark", mode: 0o755), folder: folder["uploads"])
    }

    private func pieces(_ texts: String..., waits: Bool = false) -> ScriptedPieces {
        ScriptedPieces(texts.map { Array($0.utf8) }, waits: waits)
    }

    /// A file that a sender sends; nil: its length is not known before.
    private func file(_ pieces: ScriptedPieces, by sender: String = "anna", length: Int? = nil) -> IncomingFile {
        IncomingFile(pieces: pieces, sender: sender, length: length)
    }

    private func refusal(_ work: () async throws -> Void) async throws -> StationError {
        var refused: StationError?
        do { try await work() } catch let error as StationError { refused = error }
        let error = try #require(refused)
        #expect(error.status == 503 && error.complaint.code.rawValue == "too-many-conversions")
        #expect(error.retryAfter == 60)
        return error
    }

    @Test func `is read though another one is still on its way`() async throws {
        let slow = pieces("slow", waits: true)
        let first = Task { try await converter.convert("a", accuracy: nil, file(slow)) }
        await slow.isWaiting()
        let quick = try await converter.convert("b", accuracy: nil, file(pieces("qui", "ck")))
        #expect(quick.file == "quick")
        #expect(folder.entries.contains("uploads"), "the other one is there")
        slow.goOn(with: Array("er".utf8))
        #expect(try await first.value.file == "slower")
        #expect(folder.entries == ["waymark"])
    }

    @Test func `leaves nothing when its work fails, nor does what an earlier daemon left`() async throws {
        try FileManager.default.createDirectory(atPath: folder["uploads"], withIntermediateDirectories: true)
        try folder.write("old", to: "uploads/upload-1")
        let uploads = UploadFolder(folder["uploads"], space: UploadSpace(whole: 100, share: 100))
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await uploads.keeping(file(pieces("new"))) { [folder] upload in
                #expect(try String(contentsOfFile: upload.path, encoding: .utf8) == "new")
                #expect(upload.head == Array("new".utf8) && folder.mode("uploads") == 0o700)
                throw Failure()
            }
        }
        #expect(folder.entries == ["waymark"])
    }

    @Test func `is refused when the others take all the space, which they give back`() async throws {
        let uploads = UploadFolder(folder["uploads"], space: UploadSpace(whole: 10, share: 10))
        let slow = pieces("12345678", waits: true)
        let first = Task { try await uploads.keeping(file(slow)) { $0.head } }
        await slow.isWaiting()
        let full = try await refusal { try await uploads.keeping(file(pieces("12", "3"), by: "ben")) { _ in } }
        #expect(full.complaint.reason.contains("all the space"))
        try await uploads.keeping(file(pieces("12"), by: "ben")) { _ in }
        slow.goOn(with: [])
        #expect(try await first.value == Array("1234".utf8))
        try await uploads.keeping(file(pieces("1234567890"))) { _ in }
        #expect(folder.entries == ["waymark"])
    }

    @Test func `takes no more than its sender's share, whatever space there is`() async throws {
        let uploads = UploadFolder(folder["uploads"], space: UploadSpace(whole: 100, share: 10))
        let slow = pieces("12345678", waits: true)
        let first = Task { try await uploads.keeping(file(slow)) { $0.head } }
        await slow.isWaiting()
        let own = try await refusal { try await uploads.keeping(file(pieces("12", "3"))) { _ in } }
        #expect(own.complaint.reason.contains("same sender"))
        try await uploads.keeping(file(pieces("1234567890"), by: "ben")) { _ in }
        slow.goOn(with: [])
        _ = try await first.value
        try await uploads.keeping(file(pieces("1234567890"))) { _ in }
    }

    @Test func `of a known length is refused before it is read, or has its share for the whole`() async throws {
        let uploads = UploadFolder(folder["uploads"], space: UploadSpace(whole: 10, share: 10))
        let slow = pieces("1234567", waits: true)
        let first = Task { try await uploads.keeping(file(slow, length: 8)) { $0.head } }
        await slow.isWaiting()
        for (sender, text, why) in [("anna", "123", "same sender"), ("ben", "1234", "all the space")] {
            let unread = pieces(text)
            let refused = try await refusal {
                try await uploads.keeping(file(unread, by: sender, length: text.count)) { _ in }
            }
            #expect(refused.complaint.reason.contains(why))
            #expect(await unread.next() == Array(text.utf8))
        }
        try await uploads.keeping(file(pieces("123"), by: "ben", length: 3)) { _ in }
        slow.goOn(with: Array("8".utf8))
        #expect(try await first.value == Array("1234".utf8))
        try await uploads.keeping(file(pieces("1234567890"), length: 10)) { _ in }
    }

    @Test func `leaves to others what its sender has announced and not sent`() async throws {
        let uploads = UploadFolder(folder["uploads"], space: UploadSpace(whole: 12, share: 10))
        let (slow, slower) = (pieces("1", waits: true), pieces("1", waits: true))
        let first = Task { try await uploads.keeping(file(slow, by: "anna", length: 10)) { $0.head } }
        let second = Task { try await uploads.keeping(file(slower, by: "ben", length: 10)) { $0.head } }
        await slow.isWaiting()
        await slower.isWaiting()
        try await uploads.keeping(file(pieces("12345", "67890"), by: "carl", length: 10)) { _ in }
        slow.goOn(with: Array("234567890".utf8))
        #expect(try await first.value == Array("1234".utf8))
        slower.goOn(with: [])
        _ = try await second.value
    }

    @Test func `of a known length is refused when what others have sent meanwhile takes all the space`() async throws {
        let uploads = UploadFolder(folder["uploads"], space: UploadSpace(whole: 10, share: 10))
        let slow = pieces("1", waits: true)
        let first = Task { try await uploads.keeping(file(slow, length: 8)) { $0.head } }
        await slow.isWaiting()
        let quick = pieces("123456789", waits: true)
        let second = Task { try await uploads.keeping(file(quick, by: "ben", length: 9)) { $0.head } }
        await quick.isWaiting()
        slow.goOn(with: Array("2345678".utf8))
        let full = try await refusal { _ = try await first.value }
        #expect(full.complaint.reason.contains("all the space"))
        quick.goOn(with: [])
        #expect(try await second.value == Array("1234".utf8))
        try await uploads.keeping(file(pieces("1234567890"))) { _ in }
        #expect(folder.entries == ["waymark"])
    }

    @Test func `is refused by its head while its sender's share is taken, where that is waited for`() async throws {
        let bench = try StationBench(in: folder.path)
        let (client, files) = (PageClient(bench.station), bench.station.sightingFiles)
        let secret = try await bench.station.createToken(
            TokenRequest(role: .provision, name: try name("bench"), days: nil), by: bench.author
        ).secret
        let slow = pieces("1", waits: true)
        let first = Task {
            try await files.convert("a", accuracy: nil, file(slow, by: "token:bench", length: 200 << 20))
        }
        await slow.isWaiting()
        func admitted(_ expected: [String: String]) throws -> @Sendable () async throws -> HTTPResponse {
            let head = ["Content-Type": "application/octet-stream", "Content-Length": "\(100 << 20)"]
            return try client.admitted(
                .post, "/v1/sightings/conversions", token: secret, headers: head.merging(expected) { $1 })
        }
        let (waiting, sending) = (try admitted(["Expect": "100-continue"]), try admitted([:]))
        for refused in [waiting, try admitted([:])] {
            let answer = try await refused()
            #expect(answer.status == 503 && answer.headers["Retry-After"] == "60", "\(answer.text)")
            #expect(answer.text.contains(#""code":"too-many-conversions""#))
        }
        try files.check(100 << 20, from: "token:other")
        slow.goOn(with: [])
        // There is no program that could read it.
        _ = await first.result
        try files.check(ConvertedSightings.fileLimit, from: "token:bench")
        // Only the one that waits was refused by its head: the other finds the share given back, and no program.
        #expect(try await waiting().status == 503)
        let late = try? await sending()
        #expect(late?.status != 503)
    }
}
