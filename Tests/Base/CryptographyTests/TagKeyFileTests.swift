import Cryptography
import Faults
import Testing

@Suite struct `The file of a key` {
    @Test func `holds a new key each time, and is read as that key`() throws {
        let (first, file) = try TagKeyFile.make(identifier: "bench-2026")
        let (second, _) = try TagKeyFile.make(identifier: "bench-2026")
        let read = try TagKeyFile.read(file)
        #expect(read.identifier == "bench-2026")
        #expect(try read.checkValue() == first.checkValue())
        #expect(try first.checkValue() != second.checkValue())
        let password = try first.withPassword(ofTag: [4, 1, 2, 3, 4, 5, 6]) { $0 + $1 }
        #expect(try read.withPassword(ofTag: [4, 1, 2, 3, 4, 5, 6]) { $0 + $1 } == password)
    }

    @Test func `is text that a person can copy`() throws {
        let text = String(decoding: try TagKeyFile.make(identifier: "k").file, as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0] == "Waymark key for tag passwords, version 1")
        #expect(lines[1] == "identifier k")
        #expect(lines[2].wholeMatch(of: /check [0-9A-F]{6}/) != nil)
        #expect(lines[3].wholeMatch(of: /key [0-9a-f]{64}/) != nil)
        // Saved by an editor of another system.
        _ = try TagKeyFile.read(Array(text.replacing("\n", with: "\r\n").utf8))
    }

    @Test func `with a wrong digit, a line less or another beginning is refused, and none of it is shown`() throws {
        let text = String(decoding: try TagKeyFile.make(identifier: "bench").file, as: UTF8.self)
        let secret = String(text.split(separator: "\n")[3].dropFirst(4))
        let last = secret.hasSuffix("0") ? "1" : "0"
        let damaged = [
            (text.replacing(secret, with: secret.dropLast() + last), "check value"),
            (text.replacing(secret, with: secret.dropLast()), "hexadecimal"),
            (text.replacing(secret, with: secret.dropLast() + "g"), "hexadecimal"),
            (text.replacing("check", with: "chick"), "missing"),
            (text.replacing("Waymark", with: "Waymart"), "first line"),
            (text.replacing("identifier bench", with: "identifier Bench"), "small letters"), ("", "first line"),
        ]
        for (text, reason) in damaged {
            let error = try #require(throws: CryptographyError.self) { try TagKeyFile.read(Array(text.utf8)) }
            #expect(error.reason.contains(reason), "\(error)")
            #expect(!"\(error)\(error.next)".contains(secret.prefix(16)))
        }
    }
}
