import ArgumentParsing
import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

@testable import waymark
@testable import waymarkd

/// Output that cannot be written: a script that keeps it would keep nothing, and go on.
@Suite(.timeLimit(.minutes(10))) struct `Output that cannot be written` {
    /// What only another machine or a drawn code can make print.
    private static let notTried: [String: String] = [
        "clip-code sheet": "it prints when codes were drawn by Apple's generator",
        "appstore plan": "it prints what App Store Connect answers",
        "appstore apply": "it prints what App Store Connect answers",
        "appstore status": "it prints what Apple's servers answer",
        "reader check": "it prints when tags were put on a reader that no station has",
        "phone revoke": "it prints when a phone has scanned its code",
        "phone symbol": "it prints a code that comes on standard input",
        "notify run": "it prints nothing",
        "notify list": "it prints when there are receivers", "notify retry": "it prints when there are receivers",
        "notify drop": "it prints when there are receivers", "notify test": "it prints what a receiver answers",
        "station join": "it prints what a hub answers", "station sync": "it prints what a hub answers",
        "station take": "it prints when the station is under a hub",
        "station borrow": "it prints when the station is under a hub",
        "station lend": "it prints when the station is under a hub",
        "station return": "it prints when the station is under a hub",
        "station leave": "it prints when the station is under a hub",
        "hub invite": "it prints what a hub answers", "hub stations": "it prints what a hub answers",
        "hub lost": "it prints what a hub answers", "hub restored": "it prints what a hub answers",
        "hub renew": "it prints what a hub answers", "hub conflicts": "it prints what a hub answers",
        "hub settle": "it prints what a hub answers",
    ]

    private static let fruta = Repository.path("tags/fruta")
    private static let walk = "\(fruta)/walks/mixed-up-printouts.csv"

    /// Every other command, in an order in which each has what it needs. `@` stands for the folder.
    private static let conversation: [[String]] = [
        ["store", "import", "@/stores.csv"], ["experience", "import", "@/experiences.csv"],
        ["batch", "create", "a", "--from", "@/a.csv", "--template", "https://f.example/s/{store}{?tag}"],
        ["read"], ["write", "a"], ["deployment", "load", fruta],
        [], ["status"], ["station", "status"], ["store", "list"], ["batch", "list"], ["batch", "show", "a"],
        ["batch", "check", "a"],
        ["batch", "revise", "a", "--from", "@/a.csv", "--template", "https://f.example/n/{store}{?tag}"],
        ["batch", "rules", "a", "--check-genuine"], ["batch", "rules", "a", "--protect", "password"],
        ["batch", "rotate", "a"], ["batch", "pause", "a"], ["batch", "resume", "a"],
        ["experience", "match", "https://fruta.example/store/cupertino"], ["tag", "show", "a1"],
        ["tag", "list"],
        ["sheet", "fruta-qr", "--stock", "22805", "--output", "@/fruta.pdf"],
        ["symbol", "https://fruta.example/", "--output", "@/symbol.png"], ["audit", "--sightings", walk],
        ["audit", "plan", "--batch", "fruta-qr", "--limit", "10%"], ["check"],
        ["sightings", "convert", walk], ["sightings", "import", walk], ["confirmations", "import", "@/answers.csv"],
        ["finding", "list"],
        ["finding", "show", "1"], ["finding", "order", "1", "--stock", "22805", "--output", "@/order.pdf"],
        ["finding", "assign", "1", "--to", "Ben"], ["finding", "done", "1", "--by", "Ben"],
        ["finding", "accept", "1", "--reason", "known"],
        ["sightings", "forget", "--device", "d-one"], ["deployment", "load", Repository.path("tags/melamela")],
        ["clip-code", "list", "mela-door", "--output", "@/list.csv"],
        ["clip-code", "check", "mela-door", "--codes", "@/codes"], ["tag", "replace", "a1", "--reason", "torn"],
        ["tag", "retire", "a1", "--reason", "gone"], ["tag", "delete", "n-cu-01", "--yes"],
        ["batch", "delete", "fruta-nfc", "--yes"], ["store", "delete", "d", "--yes"],
        ["experience", "delete", "https://f.example/", "--yes"], ["reader", "list"], ["reader", "remove", "bench"],
        ["reader", "add", "pn532_uart:/dev/nothing", "--name", "gone"],
        ["token", "create", "--role", "read", "--name", "t"],
        ["token", "list"], ["token", "revoke", "t"], ["journal", "list"], ["journal", "verify"], ["journal", "export"],
        ["backup", "@/copy.sqlite"], ["backup", "--into", "@", "--keep-daily", "1"],
        ["phone", "pair", "anna", "--store", "cupertino"], ["phone", "list"],
        ["phone", "certificate", "@/tls", "--name", "192.0.2.1"],
        ["deployment", "export", fruta], ["deployment", "matrix", fruta],
        ["store", "convert", "\(fruta)/stores.csv", "--output", "@/converted.csv", "--dry-run"],
        ["watch", fruta, "--state", "@/watch", "--skip", "sites", "--skip", "station", "--skip", "backups"],
        ["site", "export", "@/site", "--deployment", fruta],
        ["site", "check", "127.0.0.1:1", "--app", "A1B2C3D4E5.b.Clip", "--timeout", "5", "--json"],
        ["stock", "list"], ["stock", "test", "22805", "--output", "@/test.pdf"],
        ["key", "create", "@/second.key"], ["key", "show", "@/first.key"], ["doctor"],
    ]

    /// Runs a program whose standard output is a full disk.
    private static func run(
        _ program: BuiltProgram, _ words: [String], socket: String = "/nowhere/none.sock"
    ) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            path: "/bin/sh", ["-c", #"exec "$0" "$@" >/dev/full"#, program.path] + words,
            environment: ["WAYMARK_SOCKET": socket]
        ).wait()
    }

    private static let complaint = "error: not everything could be printed\n  why:  no space left on device\n  next: "

    @Test func `is a failure of every command that prints`() async throws {
        let tried = Set(Self.conversation.map { words in CommandTable.path(of: words) })
        let commands = CommandTable.program.root.withSubcommands().filter { $0.command.run != nil }
            .map { $0.path.joined(separator: " ") }
        #expect(Set(commands) == tried.union(Self.notTried.keys))

        let keys = try TemporaryFolder()
        _ = try await RunningProgram(.commandLine, ["key", "create", keys["first.key"]]).wait()
        try await TestStation.run(options: ["--tag-key", keys["first.key"]]) { station in
            try prepare(station)
            try keys.bytes("first.key").write(to: URL(filePath: station.folder["first.key"]))
            try #require(chmod(station.folder["first.key"], 0o600) == 0)
            let reader = try await station.addReader("bench")
            reader.antenna.insert(ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            for words in Self.conversation {
                let words = words.map { $0 == "@" ? station.folder.path : $0.replacing("@/", with: station.folder[""]) }
                let ending = try await Self.run(.commandLine, words, socket: station.socket)
                #expect(ending.status == .exited(1), "\(words): \(ending)")
                #expect(ending.errors.contains(Self.complaint), "\(words): \(ending)")
            }
            // What was done is done: only nobody has read of it.
            #expect(try await station.waymark("journal", "verify").output.contains("chain intact"))
        }
    }

    private func prepare(_ station: TestStation) throws {
        try FileManager.default.createDirectory(
            atPath: station.folder["codes"], withIntermediateDirectories: false)
        try station.folder.write(
            "store,name,latitude,longitude,radius\nc,Fruta Cupertino,37.3230,-122.0322,120\nd,A cart,,,\n",
            to: "stores.csv")
        try station.folder.write(
            "url,title,subtitle,action\nhttps://f.example/,Fruta,Order a smoothie,open\n", to: "experiences.csv")
        try station.folder.write("tag,store,placement,medium\na1,c,table 1,nfc\n", to: "a.csv")
        try station.folder.write(
            "time,url,outcome,device\n2026-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=q-cu-01,inRegion,5f\n",
            to: "answers.csv")
    }

    @Test(arguments: CommandTable.program.root.withSubcommands().map(\.path) + [["--version"]])
    func `is a failure of help`(path: [String]) async throws {
        let ending = try await Self.run(.commandLine, path + (path == ["--version"] ? [] : ["--help"]))
        #expect(ending.status == .exited(1) && ending.errors.hasPrefix(Self.complaint), "\(ending)")
    }

    @Test(arguments: [BuiltProgram.daemon, .hub, .worker, .emulator], ["--help", "--version"])
    func `is a failure of every program`(program: BuiltProgram, word: String) async throws {
        let ending = try await Self.run(program, [word])
        #expect(ending.status == .exited(1) && ending.errors.hasPrefix(Self.complaint), "\(ending)")
    }

    @Test func `is a failure of the daemon's commands`() async throws {
        try await TestStation.run { station in
            try await station.waymark("backup", station.folder["copy.sqlite"])
            await station.stopDaemon()
            let names = waymarkd.DaemonEntry.program.root.subcommands.map(\.name)
            try #require(chmodLoose(station.registry))
            for name in names {
                let words =
                    [name] + (name == "tighten" ? [] : [station.folder["copy.sqlite"]])
                    + (name == "restore" ? ["--yes"] : [])
                let ending = try await Self.run(.daemon, words + ["--registry", station.registry])
                #expect(ending.status == .exited(1) && ending.errors.contains(Self.complaint), "\(words): \(ending)")
                try #require(chmodLoose(station.registry))
            }
        }
    }

    private func chmodLoose(_ path: String) -> Bool { chmod(path, 0o644) == 0 }

    /// As in `waymark journal export | head -n 1`: nobody wants the rest.
    @Test func `because its reader has gone is none`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            for words in [["journal", "export"], ["--help"], ["status"]] {
                let ending = try await RunningProgram(
                    path: "/bin/bash",
                    ["-c", #""$0" "$@" | true; exit ${PIPESTATUS[0]}"#, BuiltProgram.commandLine.path] + words,
                    environment: ["WAYMARK_SOCKET": station.socket]
                ).wait()
                #expect(ending.status == .exited(0) && ending.errors.isEmpty, "\(words): \(ending)")
            }
        }
    }
}

extension CommandTable {
    /// The words that name the command of a command line: `batch create`.
    fileprivate static func path(of words: [String]) -> String {
        var command = program.root
        var path: [String] = []
        for word in words {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { break }
            command = next
            path.append(word)
        }
        return path.joined(separator: " ")
    }
}
