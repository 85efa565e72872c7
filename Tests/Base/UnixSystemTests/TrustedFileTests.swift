import Faults
import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// Folders that only trusted accounts can have put where they are. What is refused of files is in ForgeryTests.
struct TrustedFileTests {
    private static let isRoot = geteuid() == 0

    private static func isTaken(_ path: String, sharedWith group: UInt32? = nil) -> Bool {
        do {
            _ = try TrustedFolder(path, ownedBy: TrustedFile.owners, sharedWith: group)
            return true
        } catch {
            return false
        }
    }

    @Test(.enabled(if: isRoot, "needs root, to give folders to groups"))
    func `a folder that is shared with one group is taken, and with any other it is not`() throws {
        let folder = try TemporaryFolder()
        mkdir(folder["outbox"], 0o770)
        chmod(folder["outbox"], 0o770)
        chown(folder["outbox"], 0, 4_242)
        #expect(Self.isTaken(folder["outbox"], sharedWith: 4_242))
        #expect(!Self.isTaken(folder["outbox"], sharedWith: 4_243) && !Self.isTaken(folder["outbox"]))
        chmod(folder["outbox"], 0o777)
        #expect(!Self.isTaken(folder["outbox"], sharedWith: 4_242))
        // Only the folder itself: what is below it could be put there by the group.
        chmod(folder["outbox"], 0o770)
        mkdir(folder["outbox/inner"], 0o700)
        #expect(!Self.isTaken(folder["outbox/inner"], sharedWith: 4_242))
    }

    @Test func `a path that is relative is looked at from the root`() throws {
        let folder = try TemporaryFolder()
        mkdir(folder["closed"], 0o700)
        #expect(Self.isTaken(folder["closed"]) && Self.isTaken(folder["closed/../closed"]))
        chmod(folder.path, 0o777)
        #expect(!Self.isTaken(folder["closed"]))
    }

    @Test func `a file that is moved is in one folder or the other`() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] { mkdir(folder[name], 0o700) }
        try folder.write("x", to: "a/file")
        let (from, to) = (folder["a"], folder["b"])
        let source = try TrustedFolder(from)
        let target = try TrustedFolder(to)
        try source.move("file", to: target)
        #expect(!File.exists("\(from)/file") && File.exists("\(to)/file"))
        #expect(throws: SystemError.self) { try source.move("file", to: target) }
    }
}
