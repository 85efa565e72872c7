import Faults
import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

struct `Files` {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0o600, 0o644, 0o666] as [UInt32])
    func `an atomic write leaves the new bytes and nothing else`(mode: UInt32) throws {
        try File.writeAtomically(Array("old and longer".utf8), to: folder["f"])
        try File.writeAtomically(Array("new".utf8), to: folder["f"], mode: mode)
        #expect(try File.read(folder["f"], limit: 3) == Array("new".utf8))
        #expect(folder.entries == ["f"])
        #expect(folder.mode("f") == Int(mode))
    }

    @Test func `a new file has the mode that the umask leaves, and one that is replaced keeps its own`() throws {
        close(open(folder["plain"], O_WRONLY | O_CREAT | O_CLOEXEC, 0o666))
        try File.writeAtomically([1], to: folder["f"])
        #expect(folder.mode("f") == folder.mode("plain"))
        for mode in [0o600, 0o640, 0o666] as [mode_t] {
            chmod(folder["f"], mode)
            try File.writeAtomically([2], to: folder["f"])
            #expect(folder.mode("f") == Int(mode))
        }
        chmod(folder["plain"], 0o600)
        try File.writeAtomically([3], to: folder["g"], like: FileStatus(folder["plain"]))
        #expect(folder.mode("g") == 0o600, "it will take the other's place")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `what replaces a file lets no one do more than before`() throws {
        let (user, group): (uid_t, gid_t) = (65_534, 65_534)
        try folder.write("own", to: "own", mode: 0o640)
        #expect(chown(folder["own"], 0, group) == 0)
        try File.writeAtomically([1], to: folder["own"])
        let own = try #require(FileStatus(folder["own"]))
        #expect(own.group == group && own.mode == 0o640)

        try folder.write("theirs", to: "theirs", mode: 0o662)
        #expect(chown(folder["theirs"], user, group) == 0)
        try File.writeAtomically([1], to: folder["theirs"])
        let theirs = try #require(FileStatus(folder["theirs"]))
        #expect(theirs.owner == 0 && theirs.group != group)
        #expect(theirs.mode & 0o077 == 0, "another user's file gives no right")
    }

    @Test(arguments: [PendingFile.Purpose.new, .replacement])
    func `a file that is not complete yet has no name, where the file system makes such files`(
        purpose: PendingFile.Purpose
    ) throws {
        let file = try PendingFile(folder["f"], purpose)
        try file.append([1, 2, 3])
        #expect(try File.read(file.temporaryPath, limit: 3) == [1, 2, 3])
        #expect(!folder.entries.contains("f"))
        // O_TMPFILE; glibc's macro is not seen by Swift.
        let unnamed = open(folder.path, 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o600)
        if unnamed >= 0 { #expect(folder.entries == [], "an interrupted program would leave it") }
        close(unnamed)
        try file.publish()
        #expect(folder.entries.contains("f"))
        #expect(try File.read(folder["f"], limit: 3) == [1, 2, 3])
    }

    @Test func `a file that is let go unfinished leaves nothing, and a new one replaces none`() throws {
        do {
            let file = try PendingFile(folder["f"], .new)
            try file.append([1])
        }
        #expect(folder.entries == [])
        let late = try PendingFile(folder["f"], .new)
        try folder.write("mine", to: "f")
        let error = #expect(throws: SystemError.self) { try late.publish() }
        #expect(error?.reason == "there is a file of that name already")
        #expect(try folder.text("f") == "mine")
    }

    @Test func `a refused atomic write leaves what was there and nothing else`() throws {
        mkdir(folder["f"], 0o700)
        defer { rmdir(folder["f"]) }
        let error = #expect(throws: SystemError.self) { try File.writeAtomically([1], to: folder["f"]) }
        #expect(error?.reason == "it is a folder")
        #expect(error?.message == "cannot write \(folder["f"])")
        #expect(folder.entries == ["f"])
    }

    @Test func `a folder is made with those above it, and one that is there stays`() throws {
        try Folder.make(folder["a/b//c/"], mode: 0o700)
        #expect(folder.mode("a/b/c") == 0o700 && folder.mode("a") == 0o700)
        try Folder.make(folder["a/b"])
        #expect(folder.mode("a/b") == 0o700)
        symlink("a", folder["link"])
        try Folder.make(folder["link/d"])
        #expect(folder.entries.sorted() == ["a", "link"])
        try Folder.make("/")
    }

    @Test func `where a folder cannot be made the reason is said`() throws {
        try folder.write("", to: "f")
        for path in ["f", "f/a", "f/a/b"] {
            let error = #expect(throws: SystemError.self) { try Folder.make(folder[path]) }
            #expect(error?.message.hasPrefix("cannot make the folder \(folder["f"])") == true, "\(path)")
            #expect(error?.reason == "not a directory" && error?.next.hasPrefix("name another folder") == true)
        }
        #expect(throws: SystemError.self) { try Folder.make("") }
    }

    @Test func `an atomic write takes no pipe or device away`() throws {
        #expect(mkfifo(folder["pipe"], 0o600) == 0)
        let error = #expect(throws: SystemError.self) { try File.writeAtomically([1], to: folder["pipe"]) }
        #expect(error?.reason == "it is not a regular file")
        #expect(folder.entries == ["pipe"])
        var status = stat()
        #expect(stat(folder["pipe"], &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func `an atomic write through a symbolic link replaces what it leads to`() throws {
        try File.writeAtomically(Array("old".utf8), to: folder["f"])
        #expect(symlink(folder["f"], folder["link"]) == 0)
        try File.writeAtomically(Array("new".utf8), to: folder["link"])
        #expect(try File.read(folder["f"], limit: 3) == Array("new".utf8))
        #expect(folder.entries.sorted() == ["f", "link"])
    }

    @Test func `a named pipe and a folder are refused where a file is read, without waiting`() throws {
        #expect(mkfifo(folder["pipe"], 0o600) == 0 && mkdir(folder["folder"], 0o700) == 0)
        for (name, reason) in [
            ("pipe", "it is a named pipe, not a file"), ("folder", "it is a folder, not a file"),
        ] {
            let error = #expect(throws: SystemError.self) { _ = try InputFile.open(folder[name]).rawValue }
            #expect(error?.reason == reason)
        }
        rmdir(folder["folder"])
        try File.writeAtomically([1, 2], to: folder["f"])
        #expect(try InputFile.open(folder["f"]).read(upTo: 9) == [1, 2])
    }

    @Test func `a pipe that is open already is read where a file is`() throws {
        let pipe = try FileDescriptor.pipe()
        try pipe.input.write([3, 4])
        #expect(try InputFile.open("/dev/fd/\(pipe.output.rawValue)").read(upTo: 9) == [3, 4])
    }

    @Test func `a file over the limit is refused, one at the limit is read`() throws {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        try File.writeAtomically(bytes, to: folder["f"])
        #expect(try File.read(folder["f"], limit: 100_000) == bytes)
        let error = #expect(throws: SystemError.self) { try File.read(folder["f"], limit: 99_999) }
        #expect(error?.code == .tooLarge)
        #expect(error?.reason == "it is longer than 99999 bytes")
    }

    @Test func `a missing file and a folder are told apart`() {
        let missing = #expect(throws: SystemError.self) { try File.read(folder["f"], limit: 1) }
        #expect(missing?.code == .notFound)
        #expect(missing?.reason == "no such file or directory")
        let notAFile = #expect(throws: SystemError.self) { try File.read(folder.path, limit: 1) }
        #expect(notAFile?.reason == "it is not a regular file")
    }

    @Test func `a lock has one holder, whose number is told to the next`() throws {
        do {
            let first = try ExclusiveLock(folder["lock"])
            let error = #expect(throws: SystemError.self) { _ = try ExclusiveLock(first.path) }
            #expect(error?.code == .inUse)
            #expect(error?.reason == "process \(getpid()) holds it")
        }
        let again = try ExclusiveLock(folder["lock"])
        #expect(try File.read(again.path, limit: 20) == Array("\(getpid())\n".utf8))
    }

    @Test func `a lock that is let go is free although a child being started has a copy of it`() throws {
        var copy: Int32 = -1
        do {
            let lock = try ExclusiveLock(folder["lock"])
            copy = dup(try #require(descriptor(of: lock.path)))
        }
        defer { close(copy) }
        #expect(copy >= 0)
        _ = try ExclusiveLock(folder["lock"])
    }

    /// This process's descriptor of a file. See: man 5 proc_pid_fd
    private func descriptor(of path: String) -> Int32? {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.compactMap { Int32($0) }
            .first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path }
    }

    @Test func `a lock follows no link, and takes no pipe`() throws {
        try File.writeAtomically(Array("kept".utf8), to: folder["f"])
        #expect(symlink(folder["f"], folder["lock"]) == 0 && mkfifo(folder["pipe"], 0o600) == 0)
        #expect(throws: SystemError.self) { _ = try ExclusiveLock(folder["lock"]) }
        #expect(throws: SystemError.self) { _ = try ExclusiveLock(folder["pipe"]) }
        #expect(try File.read(folder["f"], limit: 4) == Array("kept".utf8))
    }

    @Test func `a pipe carries bytes and then its end`() throws {
        let pipe = try FileDescriptor.pipe()
        let output = pipe.output
        let input = pipe.input
        let nothing = try output.poll(.input, until: .now)
        #expect(nothing.isEmpty)
        try input.write([1, 2, 3])
        let ready = try output.poll(.input)
        #expect(ready.contains(.input))
        let bytes = try output.read(upTo: 10)
        #expect(bytes == [1, 2, 3])
        try input.close()
        let end = try output.read(upTo: 10)
        #expect(end == [])
    }

    @Test func `a duplicate outlives the original`() throws {
        let pipe = try FileDescriptor.pipe()
        let output = pipe.output
        let input = pipe.input
        let second = try input.duplicate()
        try input.close()
        try second.write([9])
        let bytes = try output.read(upTo: 1)
        #expect(bytes == [9])
    }
}
