import Foundation
import Testing

@testable import ReaderEmulator

@Suite(
    .enabled(
        if: OutsideProgram.mayTest(with: OutsideProgram.python), "there is no .venv: run Scripts/python-peers"
    ))
struct `nfcpy` {
    let reader: EmulatedReader

    init() throws {
        reader = try EmulatedReader()
    }

    /// Runs the script beside this file and returns its lines as names and values.
    func run(_ url: String? = nil) async throws -> [String: String] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Peers/nfcpy_ndef.py"
        ).path
        let python = try #require(OutsideProgram.python, "there is no .venv: run Scripts/python-peers")
        let output = try await python.run([script, try #require(reader.path)] + (url.map { [$0] } ?? []))
        let lines = output.split(separator: "\n").map {
            $0.split(separator: " ", maxSplits: 1).map(String.init)
        }
        return Dictionary(lines.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
    }

    @Test func `finds no tag on an empty antenna`() async throws {
        #expect(try await run() == ["product": "none"])
    }

    @Test(arguments: [
        (Type2Product.ntag213, "NXP NTAG213", "137", "01 03 A0 0C 34 03 22"),
        (.ntag215, "NXP NTAG215", "492", "03 22"), (.ntag216, "NXP NTAG216", "868", "03 22"),
    ])
    func `writes a tag and reads it back`(
        product: Type2Product, name: String, capacity: String, lead: String
    ) async throws {
        reader.antenna.insert(Type2Tag(product, uid: serial))
        let url = "https://brighteggcafe.example/store/7"
        #expect(
            try await run(url) == [
                "product": name, "uid": "04A1B2C3D4E580", "capacity": capacity, "writeable": "True",
                "before": "",
                "after": url,
            ])
        let message = hex("D1 01 1E 55 04") + Array("brighteggcafe.example/store/7".utf8) + hex("FE")
        let data = reader.antenna.tag?.memory[product.userPages].prefix((hex(lead) + message).count)
        #expect(data.map(Array.init) == hex(lead) + message)
    }

    @Test func `writes a message that needs a three-byte length`() async throws {
        reader.antenna.insert(Type2Tag(.ntag216, uid: serial))
        let url = "https://a.ex/" + String(repeating: "1", count: 795)
        #expect(try await run(url)["after"] == url)
        #expect(reader.antenna.tag?.memory[4...6] == hex("03 FF 03 28 C1 01 00 00 03 21 55 04"))
    }

    @Test func `sees that a tag is locked`() async throws {
        var tag = Type2Tag(.ntag213, uid: serial)
        tag.memory[3] = hex("E1 10 12 0F")
        tag.memory.put(hex("03 0B D1 01 07 55 04 61 2E 65 78 2F 31 FE"), at: 4)
        reader.antenna.insert(tag)
        let seen = try await run()
        #expect(seen["writeable"] == "False")
        #expect(seen["before"] == "https://a.ex/1")
    }
}
