import Foundation
import TestBench
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(10))) struct `A backup` {
    @Test func `is a registry that a daemon serves, and was made while the first one worked`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 3)
            let copy = station.folder["copy.sqlite"]
            try await station.waymark("backup", copy)
            let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await station.createBatch("b", tags: 1)

            await station.stopDaemon()
            try FileManager.default.removeItem(atPath: station.registry)
            try FileManager.default.moveItem(atPath: copy, toPath: station.registry)
            try await station.startDaemon()
            let batches = try await station.waymark("batch", "list").output
            #expect(batches.contains("a "))
            #expect(!batches.contains("b "), "it was created after the copy")
            try await station.waymark("journal", "verify")
        }
    }

    @Test func `leaves no second file beside the registry`() async throws {
        try await TestStation.run { station in
            try await station.waymark("backup", station.folder["copy.sqlite"])
            let names = try FileManager.default.contentsOfDirectory(atPath: station.folder.path)
            #expect(names.filter { $0.contains("backup") || $0.contains("copy.sqlite.") }.isEmpty)
        }
    }

    @Test func `never replaces a file`() async throws {
        try await TestStation.run { station in
            let file = try station.folder.write("mine", to: "copy.sqlite")
            let ending = try await station.waymark("backup", file, expecting: 1)
            #expect(
                ending.errors.hasPrefix("error: cannot write \(file)\n  why:  there is a file of that name already"))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        }
    }

    @Test func `is not begun when the daemon is away, and leaves nothing`() async throws {
        try await TestStation.run { station in
            await station.stopDaemon()
            try await station.waymark("backup", station.folder["copy.sqlite"], expecting: 69)
            let names = try FileManager.default.contentsOfDirectory(atPath: station.folder.path)
            #expect(names.filter { $0.contains("copy.sqlite") }.isEmpty)
        }
    }

    @Test func `of a row is named by its time, and old ones go`() async throws {
        try await TestStation.run { station in
            let folder = station.folder["backups"]
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let old = ["waymark-20240101T023000Z.sqlite", "waymark-20240101T120000Z.sqlite"]
            let others = ["waymark-monday.sqlite", "waymark-20240101T023000Z.sqlite-wal", "notes.txt"]
            for name in old + others { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
            let words = ["backup", "--into", folder]
            try await station.waymark(words, expecting: 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 6, "without a word none goes")

            // A name has whole seconds, and a copy is never written over.
            var ending = try await station.waymark(words + ["--keep-daily", "2", "--json"], expecting: nil)
            while ending.status != .exited(0) {
                ending = try await station.waymark(words + ["--keep-daily", "2", "--json"], expecting: nil)
            }
            let removed = try #require(ending.document["removed"] as? [String])
            #expect(removed.first == "\(folder)/\(old[0])" && removed.count == 2, "\(ending)")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(left).isSuperset(of: others + [old[1]]) && left.count == 5, "\(left)")
            let file = try #require(ending.document["file"] as? String)
            let checked = try await RunningProgram(.daemon, ["check-backup", file]).wait()
            #expect(checked.status == .exited(0), "\(checked)")
        }
    }

    @Test func `takes away what interrupted ones have left, and nothing else`() async throws {
        try await TestStation.run { station in
            let folder = station.folder["backups"]
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let copy = "waymark-20240101T023000Z.sqlite"
            let contents = Data("SQLite format 3\0".utf8)
            func put(_ name: String, _ contents: Data, mode: Int = 0o600, days: Double = 2) throws {
                let path = "\(folder)/\(name)"
                try contents.write(to: URL(filePath: path))
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode, .modificationDate: Date(timeIntervalSinceNow: -days * 86_400)],
                    ofItemAtPath: path)
            }
            let left = ["\(copy).1y2p0ij32e8e7", "\(copy).k3bq0ij32e8e"]
            for name in left { try put(name, contents) }
            try put("\(copy).0y2p0ij32e8e7", contents, days: 0)
            try put("\(copy).2y2p0ij32e8e7", Data("another".utf8))
            try put("\(copy).1z2p0ij32e8e7", contents, mode: 0o644)
            for name in [copy, "\(copy).newest", "\(copy).gz", "\(copy).beforeupgrade", "mine.sqlite.1y2p0ij32e8e7"] {
                try put(name, contents)
            }
            let before = try Set(FileManager.default.contentsOfDirectory(atPath: folder))
            let ending = try await station.waymark(["backup", "--into", folder, "--json"], expecting: 0)
            let removed = try #require(ending.document["removed"] as? [String])
            #expect(removed == left.map { "\(folder)/\($0)" })
            let after = try Set(FileManager.default.contentsOfDirectory(atPath: folder))
            #expect(before.subtracting(after) == Set(left))
        }
    }

    @Test func `is checked without being restored, while a daemon works`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 3)
            let copy = station.folder["copy.sqlite"]
            try await station.waymark("backup", copy)
            let before = try Data(contentsOf: URL(filePath: copy))
            let words = ["check-backup", copy, "--registry", station.registry]
            let ending = try await RunningProgram(.daemon, words).wait()
            #expect(ending.status == .exited(0), "\(ending)")
            let newest = try await station.waymark("journal", "verify").output.split(separator: "\n").last
            #expect(ending.output.split(separator: "\n").last == newest)
            #expect(ending.output.contains("; 3 tags\n"))
            let document = try await RunningProgram(.daemon, words + ["--json"]).wait().document
            #expect(document["schema"] as? Int == 1 && document["tags"] as? Int == 3)
            #expect(try Data(contentsOf: URL(filePath: copy)) == before)
        }
    }

    @Test func `of a damaged registry is not made, and older copies stay`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("a", tags: 3)
            let folder = station.folder["backups"]
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try Data().write(to: URL(filePath: "\(folder)/waymark-20240101T023000Z.sqlite"))

            await station.stopDaemon()
            var bytes = try Data(contentsOf: URL(filePath: station.registry))
            let place = try #require(bytes.range(of: Data("stores-imported".utf8)))
            bytes.replaceSubrange(place, with: Data("stores-imparted".utf8))
            try bytes.write(to: URL(filePath: station.registry))
            try await station.startDaemon()

            let ending = try await station.waymark(["backup", "--into", folder, "--keep-daily", "0"], expecting: 1)
            #expect(ending.output.isEmpty)
            #expect(ending.errors.hasPrefix("error: the copy of the registry is damaged, and was removed\n"))
            #expect(ending.errors.contains("\n  why:  the chain of its journal is broken at entry "))
            #expect(ending.errors.contains("\n  next: keep your older backups: the registry itself is damaged"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == ["waymark-20240101T023000Z.sqlite"])
        }
    }

    @Test func `that is not the copy that the daemon has checked is not kept`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try StrangeDaemon(
            in: folder, status: 200,
            headers: ["Waymark-Backup-Length: 4", "Waymark-Backup-Digest: \(String(repeating: "0", count: 64))"],
            body: Array("copy".utf8))
        defer { daemon.shut() }
        let ending = try await RunningProgram(
            .commandLine, ["backup", folder["copy.sqlite"]], environment: ["WAYMARK_SOCKET": daemon.socket]
        ).wait()
        #expect(ending.status == .exited(1) && ending.output.isEmpty, "\(ending)")
        #expect(ending.errors.contains("  why:  what came is not the copy that waymarkd has checked\n"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.contains("copy.sqlite") }, "\(names)")
    }

    @Test(arguments: ["a page", "the end", "an entry", "everything"])
    func `that is damaged is found by the check`(damage: String) async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 3)
            let copy = station.folder["copy.sqlite"]
            try await station.waymark("backup", copy)
            var bytes = try Data(contentsOf: URL(filePath: copy))
            switch damage {
            case "a page": bytes.replaceSubrange(8_192..<12_288, with: Data(repeating: 0x5A, count: 4_096))
            case "the end": bytes = bytes.prefix(bytes.count / 2)
            case "an entry":
                // Not the newest: nothing follows that one.
                let place = try #require(bytes.range(of: Data("stores-imported".utf8)))
                bytes.replaceSubrange(place, with: Data("stores-imparted".utf8))
            default: bytes = Data("this is a letter".utf8)
            }
            try bytes.write(to: URL(filePath: copy))
            let ending = try await RunningProgram(
                .daemon, ["check-backup", copy, "--registry", station.registry]
            ).wait()
            #expect(ending.status == .exited(1) && ending.output.isEmpty, "\(ending)")
            #expect(ending.errors.contains("  next: "))
        }
    }
}
