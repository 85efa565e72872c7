import Faults
import Glibc
import TestBench
import Testing
import UnixSystem

@Suite struct `A secret file` {
    @Test func `is made for its owner alone, and never over another`() throws {
        let folder = try TemporaryFolder()
        let path = folder["a.key"]
        let old = umask(0)
        defer { umask(old) }
        try SecretFile.create(path, [1, 2, 3])
        #expect(try SecretFile.read(path, limit: 3) { $0 } == [1, 2, 3])
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let error = try #require(throws: SystemError.self) { try SecretFile.create(path, [4]) }
        #expect(error.code == .inUse && error.next == "choose another name; a key is never written over")
        #expect(try SecretFile.read(path, limit: 3) { $0 } == [1, 2, 3])
    }

    @Test(arguments: [0o644, 0o604, 0o602, 0o620, 0o660, 0o601] as [mode_t])
    func `that others can read, or its group can change, is refused`(mode: mode_t) throws {
        let folder = try TemporaryFolder()
        let path = folder["a.key"]
        try SecretFile.create(path, [1])
        #expect(chmod(path, mode) == 0)
        let error = try #require(throws: SystemError.self) { try SecretFile.read(path, limit: 3) { $0 } }
        #expect(error.message == "the secret file \(path) is refused")
        #expect(error.reason == "its mode \(String(mode, radix: 8)) lets others read or change it")
        #expect(error.next.hasPrefix("chmod 600 \(path)"))
    }

    @Test func `may be read by its group, as a service reads a file of root's`() throws {
        let folder = try TemporaryFolder()
        let path = folder["a.key"]
        try SecretFile.create(path, [1])
        #expect(chmod(path, 0o640) == 0)
        #expect(try SecretFile.read(path, limit: 1) { $0 } == [1])
    }

    @Test func `may not be read by a group of people`() throws {
        let folder = try TemporaryFolder()
        let path = folder["a.key"]
        try SecretFile.create(path, [1])
        let group = getegid()
        #expect(try SecretFile.read(path, limit: 1, hiddenFrom: [group]) { $0 } == [1])
        #expect(chmod(path, 0o640) == 0)
        let error = try #require(throws: SystemError.self) {
            try SecretFile.read(path, limit: 1, hiddenFrom: [group]) { $0 }
        }
        #expect(error.reason == "people in the group \(Accounts.groupName(group)) may read it")
        #expect(try SecretFile.read(path, limit: 1, hiddenFrom: [group &+ 1]) { $0 } == [1])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make links of another account"))
    func `is not made by root where another account's link leads`() throws {
        let folder = try TemporaryFolder()
        #expect(mkdir(folder["roots"], 0o755) == 0)
        #expect(symlink(folder["roots"], folder["way"]) == 0)
        try SecretFile.create("\(folder["way"])/own.key", [1])
        #expect(lchown(folder["way"], 65_534, 65_534) == 0)
        let error = try #require(throws: SystemError.self) {
            try SecretFile.create("\(folder["way"])/a.key", [1])
        }
        #expect(error.code == .refused && error.reason.hasPrefix("\"way\" in it is a symbolic link that belongs to "))
        #expect(throws: SystemError.self) { try File.writeAtomically([1], to: "\(folder["way"])/a") }
        #expect(throws: SystemError.self) { _ = try PendingFile("\(folder["way"])/a", .new) }
        #expect(try TrustedFolder(folder["roots"]).names() == ["own.key"])
    }

    @Test func `that is too long or no file is refused`() throws {
        let folder = try TemporaryFolder()
        try SecretFile.create(folder["a.key"], [1, 2, 3, 4])
        #expect(
            try #require(throws: SystemError.self) { try SecretFile.read(folder["a.key"], limit: 3) { $0 } }.code
                == .tooLarge)
        #expect(
            try #require(throws: SystemError.self) { try SecretFile.read(folder["none"], limit: 3) { $0 } }.code
                == .notFound)
        #expect(
            try #require(throws: SystemError.self) { try SecretFile.read(folder.path, limit: 3) { $0 } }.code
                == .invalid)
    }
}
