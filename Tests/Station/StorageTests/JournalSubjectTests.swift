import Foundation
import TestBench
import Testing

@testable import Storage

/// What an entry's payload names is read from its bytes; Foundation's decoder is the judge.
@Suite struct `What a payload names` {
    private func expectAlike(_ payload: String, _ comment: Comment = "") {
        guard let read = JournalSubject(flat: payload) else { return }
        let decoded = try? JSONDecoder().decode(JournalSubject.self, from: Data(payload.utf8))
        #expect(decoded != nil, "\(payload) is not JSON to Foundation, \(comment)")
        guard let decoded else { return }
        #expect(read.tag == decoded.tag && read.batch == decoded.batch && read.digest == decoded.digest, comment)
        #expect(read.cells == nil && decoded.cells == nil, comment)
    }

    @Test func `is read from the bytes of payloads as they are`() throws {
        let payload =
            #"{"batch":"opening","product":"NTAG213","prints":12,"paused":false,"tag":"t-ä 1","uid":null,"digest":"0a"}"#
        let read = try #require(JournalSubject(flat: payload))
        #expect(read.tag == "t-ä 1" && read.batch == "opening" && read.digest == "0a" && read.cells == nil)
        expectAlike(payload)
    }

    @Test(arguments: [
        #"{"tag":"t\u002d1"}"#, #"{"tag":7}"#, #"{"tag":{"tag":"x"}}"#, #"{"cells":[{"tag":"x"}]}"#,
        #"{"a":{"tag":"x"}}"#,
        #"{"tag":"a","tag":"b"}"#, #"{"tag": "a"}"#, #"{"tag":"a"} "#, #"{"tag":"a"}}"#, #"{"tag":"a",}"#,
        #"{"tag":"a""#,
        #"["tag","a"]"#, #"{"tag":"a","n":01}"#, #"{"tag":"a","n":-1}"#, #"{"tag":"a","n":1.5}"#,
        #"{"tag":"a","n":nul}"#,
        "{\"tag\":\"a\u{1}\"}", "", "{", "{}", #"{"tag"}"#, #"{tag:"a"}"#, #"{"cells":"x"}"#, #"{"tag":true}"#,
    ])
    func `is left to the decoder where a payload is another`(payload: String) {
        #expect(JournalSubject(flat: payload) == nil)
    }

    /// Pieces of JSON in any order, mostly none.
    @Test func `is what a decoder reads, of whatever bytes`() {
        let pieces = [
            "{", "}", ",", ":", "\"", "\"tag\":", "\"batch\":", "\"digest\":", "\"cells\":", "\"x\":", "\"a\"", "\"ä\"",
            "null",
            "true", "false", "0", "12", "-1", "[", "]", "\\", " ", "{\"", "\"}", "\",\"", "\":\"", "\"tag\":\"", "e",
            "\"\"",
        ]
        var random = SeededRandom()
        for _ in 0..<40_000 {
            let inner = (0..<random.next(below: 9)).map { _ in pieces[Int(random.next(below: UInt64(pieces.count)))] }
            expectAlike("{" + inner.joined() + "}", "\(random)")
        }
        for _ in 0..<4_000 {
            let members = (0..<(1 + random.next(below: 5))).map { _ in
                ["\"tag\"", "\"batch\"", "\"digest\"", "\"cells\"", "\"x\""][Int(random.next(below: 5))] + ":"
                    + ["\"a\"", "\"\"", "\"ä\"", "null", "true", "12", "\"a b\""][Int(random.next(below: 7))]
            }
            expectAlike("{" + members.joined(separator: ",") + "}", "\(random)")
        }
    }
}
