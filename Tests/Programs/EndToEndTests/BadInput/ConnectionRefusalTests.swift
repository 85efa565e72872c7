import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// A command that cannot reach the daemon says which of the two it is: nobody there, or not allowed.
@Suite(.timeLimit(.minutes(10))) struct ConnectionRefusalTests {
    /// Every command that asks the daemon. `@` stands for a file that exists.
    static let commands: [[String]] = [
        [], ["status"], ["store", "list"], ["store", "import", "@stores.csv"],
        ["experience", "import", "@experiences.csv"], ["experience", "match", "https://fruta.example/store/a"],
        ["batch", "list"], ["batch", "show", "spring"],
        ["batch", "create", "spring", "--from", "@signs.csv", "--template", TestStation.template],
        ["tag", "show", "t1"], ["tag", "retire", "t1", "--reason", "gone"],
        ["tag", "replace", "t1", "--reason", "torn"], ["reader", "list"],
        ["reader", "add", "pn532_uart:/dev/null"], ["reader", "remove", "bench"], ["read"], ["write", "spring"],
        ["sheet", "spring", "--stock", "22805", "--output", "@sheet.pdf"],
        ["audit", "--sightings", "@walk.csv"], ["deployment", "load", "@spring"],
    ]

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(TestStation.stores, to: "stores.csv")
        try folder.write(TestStation.experiences, to: "experiences.csv")
        try folder.write("tag,store,placement,medium\nt1,cupertino,door,nfc\n", to: "signs.csv")
        try folder.write("time,url,uid,latitude,longitude,accuracy\n", to: "walk.csv")
        try FileManager.default.createDirectory(atPath: folder["spring"], withIntermediateDirectories: false)
        try folder.write(
            "{\"schema\":1,\"name\":\"spring\",\"apps\":[],\"files\":{\"stores\":[]}}", to: "spring/deployment.json")
        return folder
    }

    @Test(arguments: commands) func `without a daemon a command exits with 69`(command: [String]) async throws {
        let folder = try folder()
        let words = command.map { $0.hasPrefix("@") ? folder[String($0.dropFirst())] : $0 }
        let ending = try await RunningProgram(
            .commandLine, words + ["--socket", folder["none.sock"]]
        ).wait()
        #expect(ending.status == .exited(69), "\(ending)")
        #expect(ending.output.isEmpty)
        let complaint = try #require(Complaint(ending.errors), "\(ending)")
        #expect(complaint.message == "cannot reach waymarkd")
        #expect(complaint.reasons == ["no socket at \(folder["none.sock"])"])
        #expect(complaint.next.contains("systemctl start waymarkd"))
        #expect(!FileManager.default.fileExists(atPath: folder["sheet.pdf"]))
    }

    @Test func `a socket that nobody answers is no daemon either`() async throws {
        let folder = try folder()
        let abandoned = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(abandoned) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder["a.sock"].utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(abandoned, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        let ending = try await RunningProgram(.commandLine, ["status", "--socket", folder["a.sock"]]).wait()
        #expect(ending.status == .exited(69))
        #expect(try #require(Complaint(ending.errors)).reasons == ["nothing listens there"])
    }

    @Test(.needs(.setpriv), .enabled(if: geteuid() == 0, "only root can become a user without permission"))
    func `a user who may not use the socket exits with 77`() async throws {
        try await TestStation.run { station in
            let before = try await station.holdings()
            // The folder may be passed by everybody, the socket belongs to root and its group.
            try #require(chmod(station.folder.path, 0o755) == 0)
            let program = try station.folder.shared(BuiltProgram.commandLine.path)
            let ending = try await Witness.setpriv.run(
                [
                    "--reuid=65534", "--regid=65534", "--clear-groups", program, "status", "--socket",
                    station.socket,
                ], expecting: nil)
            #expect(ending.status == .exited(77), "\(ending)")
            #expect(ending.output.isEmpty)
            let complaint = try #require(Complaint(ending.errors), "\(ending)")
            #expect(complaint.message == "cannot reach waymarkd" && complaint.reasons == ["permission denied"])
            #expect(complaint.next.contains(station.socket))
            #expect(try await station.holdings() == before)
        }
    }
}

extension TemporaryFolder {
    /// A copy of a program that everybody may start: where it was built, other users may have no access.
    func shared(_ program: String) throws -> String {
        let copy = self["waymark"]
        try FileManager.default.copyItem(atPath: program, toPath: copy)
        try #require(chmod(copy, 0o755) == 0)
        return copy
    }
}
