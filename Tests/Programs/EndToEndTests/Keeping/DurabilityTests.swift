import Foundation
import TestBench
import Testing
import UnixSystem

/// The system calls of a daemon, as strace sees them.
@Suite(.needs(.strace), .timeLimit(.minutes(10))) struct `What a daemon acknowledges` {
    @Test func `was forced to the disk before, in a folder that knows the file`() async throws {
        try await TestStation.run(surroundings: .traced) { station in
            let count = 12
            for number in 1...count {
                let body = "store,name,latitude,longitude,radius\nc,Fruta \(number),37.3230,-122.0322,120\n"
                let path = "/v1/stores?file=f"
                _ = try RawRequest.answer("POST", path, body: body, over: station.socket)
            }
            await station.stopDaemon()
            let calls = try String(contentsOfFile: station.folder["trace"], encoding: .utf8).split(separator: "\n")
            var isForced = true
            var isNamed = false
            var answers = 0
            for call in calls {
                if call.contains("registry.sqlite-wal>") {
                    if call.contains("pwrite64(") { isForced = false }
                    if call.contains("fdatasync(") || call.contains("fsync(") { isForced = true }
                }
                if call.contains("sync("), call.contains("<\(station.folder.path)>") { isNamed = true }
                guard call.contains("HTTP/1.1 200 OK") else { continue }
                answers += 1
                #expect(isForced && isNamed, "answer \(answers): \(call)")
            }
            #expect(answers == count)
        }
    }

    /// Without that a power cut may undo the name.
    @Test func `a page that is made has its name on the disk`() async throws {
        let folder = try TemporaryFolder()
        let page = folder["page.pdf"]
        _ = try await Witness.strace.run([
            "-f", "-y", "-s", "256", "-o", folder["trace"], "-e", "trace=fsync,rename,renameat,renameat2",
            BuiltProgram.commandLine.path, "stock", "test", "22805", "--output", page,
        ])
        let calls = try String(contentsOfFile: folder["trace"], encoding: .utf8).split(separator: "\n")
        let renamed = try #require(calls.firstIndex { $0.contains("rename") && $0.contains("page.pdf\"") })
        // The file has its name only for the replacement, where the file system has files without one.
        #expect(
            calls[..<renamed].contains {
                $0.contains("fsync(") && ($0.contains("page.pdf.") || $0.contains("<\(folder.path)/#"))
            })
        #expect(calls[renamed...].contains { $0.contains("fsync(") && $0.contains("<\(folder.path)>") })
    }
}
