import API
import Faults
import Foundation
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

    @Test func `is read though another one is still on its way`() async throws {
        let slow = pieces("slow", waits: true)
        let first = Task { [converter] in try await converter.convert("a", accuracy: nil, slow) }
        await slow.isWaiting()
        let quick = try await converter.convert("b", accuracy: nil, pieces("qui", "ck"))
        #expect(quick.file == "quick")
        #expect(folder.entries.contains("uploads"), "the other one is there")
        slow.goOn(with: Array("er".utf8))
        #expect(try await first.value.file == "slower")
        #expect(folder.entries == ["waymark"])
    }

    @Test func `leaves nothing when its work fails, nor does what an earlier daemon left`() async throws {
        try FileManager.default.createDirectory(atPath: folder["uploads"], withIntermediateDirectories: true)
        try folder.write("old", to: "uploads/upload-1")
        let uploads = UploadFolder(folder["uploads"], space: 100)
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await uploads.keeping(pieces("new")) { [folder] upload in
                #expect(try String(contentsOfFile: upload.path, encoding: .utf8) == "new")
                #expect(upload.head == Array("new".utf8) && folder.mode("uploads") == 0o700)
                throw Failure()
            }
        }
        #expect(folder.entries == ["waymark"])
    }

    @Test func `is refused when the others take all the space, which they give back`() async throws {
        let uploads = UploadFolder(folder["uploads"], space: 10)
        let slow = pieces("12345678", waits: true)
        let first = Task { try await uploads.keeping(slow) { $0.head } }
        await slow.isWaiting()
        let error = try await #require(throws: StationError.self) {
            try await uploads.keeping(pieces("12", "3")) { _ in }
        }
        #expect(error.status == 503 && error.complaint.code.rawValue == "too-many-conversions")
        try await uploads.keeping(pieces("12")) { _ in }
        slow.goOn(with: [])
        #expect(try await first.value == Array("1234".utf8))
        try await uploads.keeping(pieces("1234567890")) { _ in }
        #expect(folder.entries == ["waymark"])
    }
}
