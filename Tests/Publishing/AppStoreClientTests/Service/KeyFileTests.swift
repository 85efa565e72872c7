import AppStoreClient
import Faults
import TestBench
import Testing

@Suite struct `A key's file` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0o600, 0o400])
    func `of the owner alone is read`(mode: Int) throws {
        let path = try folder.write(TestKey.pem, to: TestKey.fileName, mode: mode)
        #expect(throws: Never.self) { try KeyFile(path: path).read() }
    }

    @Test(arguments: [(0o644, "644"), (0o640, "640"), (0o604, "604"), (0o660, "660")])
    func `that others can use is refused`(mode: Int, shown: String) throws {
        let path = try folder.write(TestKey.pem, to: TestKey.fileName, mode: mode)
        let error = #expect(throws: ServiceError.self) { _ = try KeyFile(path: path).read() }
        #expect(error?.code == .badKey)
        #expect(error?.reason == "its mode is \(shown): others can use the key")
        #expect(error?.next == "close it: chmod 600 \(path)")
    }

    @Test func `from the service manager may be readable for a group`() throws {
        let path = try folder.write(TestKey.pem, to: "appstore-key", mode: 0o440)
        #expect(throws: Never.self) { try KeyFile(path: path, isCredential: true).read() }
    }

    @Test func `with a key on another curve is refused`() throws {
        let path = try folder.write(TestKey.p384, to: "k.p8", mode: 0o600)
        let error = #expect(throws: ServiceError.self) { _ = try KeyFile(path: path).read() }
        #expect(error?.message == "cannot use the key \(path)")
        #expect(error?.reason == "its key is on the curve secp384r1, not on P-256")
    }

    @Test func `that is missing, a folder or too long is refused`() throws {
        let long = try folder.write([UInt8](repeating: 0x41, count: 20_000), to: "long", mode: 0o600)
        let reasons = [folder["missing"], folder.path, long].map { path in
            #expect(throws: ServiceError.self) { _ = try KeyFile(path: path).read() }?.reason ?? ""
        }
        #expect(reasons[0].contains("no such file"))
        #expect(reasons[1] == "it is not a regular file")
        #expect(reasons[2] == "it is longer than any key")
    }

    @Test(arguments: [
        ("/k/AuthKey_2X9R4HXF34.p8", "2X9R4HXF34"), ("AuthKey_A.p8", "A"), ("/k/appstore.p8", nil), ("AuthKey_A", nil),
    ])
    func `tells the key's identifier by its name`(path: String, identifier: String?) {
        #expect(KeyFile(path: path).identifier == identifier)
    }

    @Test(arguments: [("A\"B", nil), ("", nil), ("A", "x y"), ("A", "")] as [(String, String?)])
    func `goes with identifiers of letters, digits and hyphens alone`(identifier: String, issuer: String?) throws {
        let key = try TestKey.key
        #expect(throws: ServiceError.self) {
            _ = try Credentials(keyIdentifier: identifier, issuer: issuer, key: key)
        }
    }
}
