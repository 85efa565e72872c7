import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// What cannot be protected, and keys that cannot be used.
@Suite(.timeLimit(.minutes(10))) struct ProtectionRefusalTests {
    @Test func `a batch with passwords is not written without a key`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            try await station.waymark("batch", "rules", "spring", "--protect", "password")
            _ = try await station.addReader("bench")
            let complaint = try await station.refuses("write", "spring")
            #expect(complaint.message == "batch spring is not written")
            #expect(
                complaint.reasons == [
                    "its tags are to get a password, and this station has no key to make passwords from"
                ])
            #expect(complaint.next.contains("waymark key create FILE"))
            let rotated = try await station.refuses("batch", "rotate", "spring")
            #expect(rotated.reasons == ["this station has no key to make passwords from"])
        }
    }

    @Test func `a batch without passwords gets no other key`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            let complaint = try await station.refuses("batch", "rotate", "spring")
            #expect(complaint.message == "batch spring gets no other key")
            #expect(complaint.reasons == ["its tags are not protected by a password"])
        }
    }

    @Test func `a URL must have a place for what its chip is to show`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            let complaint = try await station.refuses("batch", "rules", "spring", "--mirror", "uid")
            #expect(complaint.message == "the tags of batch spring cannot show what they are to show")
            #expect(complaint.reasons.joined().contains("of tag t1 has no place for it: 00000000000000"))
            let file = try station.folder.write("tag,store,placement,medium\nt2,cupertino,door,nfc\n", to: "b.csv")
            let created = try await station.refuses(
                "batch", "create", "summer", "--from", file, "--template", TestStation.template, "--mirror", "counter")
            #expect(created.reasons.joined().contains("has no place for it: 000000"))
        }
    }

    @Test(arguments: [
        ["batch", "rules", "spring", "--protect", "glue"], ["write", "spring", "--protect", "glue"],
        ["batch", "rules", "spring", "--mirror", "me"],
        ["batch", "rules", "spring", "--require-genuine", "--any-chip"],
    ])
    func `words that are none are a mistake of usage`(arguments: [String]) async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            try await station.refuses(arguments, with: 64)
        }
    }

    // MARK: Keys

    private func run(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(.commandLine, arguments).wait()
    }

    @Test func `a key is never made over another file, and its secret is never shown`() async throws {
        let folder = try TemporaryFolder()
        let file = folder["2026.key"]
        let made = try await run("key", "create", file)
        #expect(made.status == .exited(0), "\(made)")
        let before = try String(contentsOfFile: file, encoding: .utf8)
        let again = try await run("key", "create", file)
        #expect(again.status == .exited(1))
        #expect(try #require(Complaint(again.errors)).next == "choose another name; a key is never written over")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
        let secret = before.split(separator: "\n")[3].dropFirst(4)
        let shown = try await run("key", "show", file)
        #expect(shown.output.hasPrefix("key 2026, check value "))
        for text in [made.output, made.errors, again.errors, shown.output] { #expect(!text.contains(secret.prefix(8))) }
        let named = try await run("key", "create", folder["b.key"], "--id", "Not A Name")
        #expect(named.status == .exited(1))
        #expect(try #require(Complaint(named.errors)).message == "the key for tag passwords is refused")
    }

    private func daemonRefusal(_ folder: TemporaryFolder, _ options: String...) async throws -> Complaint {
        let daemon = try RunningProgram(
            .daemon,
            [
                "--registry", folder["r.sqlite"], "--socket", folder["a.sock"], "--readers-socket", folder["r.sock"],
            ] + options)
        let ending = await daemon.wait()
        #expect(ending.status == .exited(1), "\(ending)")
        return try #require(Complaint(ending.errors), "\(ending)")
    }

    @Test func `a key that others can read, that is damaged or that is not there stops the daemon`() async throws {
        let folder = try TemporaryFolder()
        let file = folder["2026.key"]
        _ = try await run("key", "create", file)
        #expect(chmod(file, 0o644) == 0)
        let open = try await daemonRefusal(folder, "--tag-key", file)
        #expect(open.message == "the secret file \(file) is refused")
        #expect(open.reasons == ["its mode 644 lets others read or change it"])
        #expect(chmod(file, 0o600) == 0)

        let text = try String(contentsOfFile: file, encoding: .utf8)
        let check = try #require(text.firstMatch(of: /check (\w+)/)).1
        try SecretFile.create(folder["damaged.key"], Array(text.replacing(check, with: "000000").utf8))
        let damaged = try await daemonRefusal(folder, "--tag-key", folder["damaged.key"])
        #expect(damaged.message == "the key \(folder["damaged.key"]) is refused")
        #expect(damaged.reasons.joined().contains("check value"))

        let missing = try await daemonRefusal(folder, "--tag-key", folder["none.key"])
        #expect(missing.message.contains("none.key"))

        let made = try await run("key", "create", folder["other.key"], "--id", "2026")
        #expect(made.status == .exited(0))
        let twice = try await daemonRefusal(folder, "--tag-key", file, "--tag-key", folder["other.key"])
        #expect(twice.reasons.joined().hasPrefix("two different keys have the identifier 2026"))
    }

    @Test func `a key comes as a credential of systemd's as well`() async throws {
        let folder = try TemporaryFolder()
        _ = try await run("key", "create", folder["tag-key.2026"], "--id", "from-systemd")
        _ = try folder.write("no key of ours", to: "other-credential")
        try await TestStation.run(environment: ["CREDENTIALS_DIRECTORY": folder.path]) { station in
            #expect(await station.daemon?.errors.comes("from-systemd:") == true)
        }
    }
}
