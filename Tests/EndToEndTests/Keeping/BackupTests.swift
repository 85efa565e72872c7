import Foundation
import TestBench
import Testing

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
}
