import Foundation
import TestBench
import Testing
import UnixSystem

/// `waymark check`, on folders and against the daemon's registry.
@Suite(.timeLimit(.minutes(10))) struct CheckTests {
    static let deployments = ["bikesrental", "brightegg", "fruta", "melamela"]

    private func alone(_ words: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(.commandLine, words, environment: ["WAYMARK_SOCKET": "/nowhere"]).wait()
    }

    private func codes(_ ending: RunningProgram.Ending) -> [String] {
        (ending.document["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    }

    @Test(arguments: deployments)
    func `a shipped deployment passes, as a folder and in the registry`(name: String) async throws {
        let folder = Repository.path("tags/\(name)")
        let files = try await alone(["check", folder, "--json"])
        #expect(files.status == .exited(0), "\(files)")
        #expect(files.document["schema"] as? Int == 1 && codes(files).isEmpty)
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", folder)
            let registry = try await station.waymark("check", "--pictures", folder, "--json")
            #expect(registry.output == files.output)
        }
    }

    @Test func `a copy with a fault has one finding, with the next step, and exits with 2`() async throws {
        let folder = try TemporaryFolder()
        let copy = folder["mela"]
        try FileManager.default.copyItem(atPath: Repository.path("tags/melamela"), toPath: copy)
        // The picture breaks off.
        let picture = "\(copy)/pictures/order.png"
        try #require(FileManager.default.contents(atPath: picture)).prefix(5_000).write(to: URL(filePath: picture))
        let ending = try await alone(["check", copy])
        #expect(ending.status == .exited(2))
        #expect(ending.output.contains("critical: image-unreadable: the picture pictures/order.png cannot be read"))
        #expect(ending.output.contains("  experience https://melamela.example/order\n  next: "))
        #expect(ending.output.hasSuffix("11 tags, 2 experiences: 1 finding\n"))
    }

    @Test func `a file that is refused is told as findings`() async throws {
        let folder = try TemporaryFolder()
        let copy = folder["bikes"]
        try FileManager.default.copyItem(atPath: Repository.path("tags/bikesrental"), toPath: copy)
        let file = "\(copy)/experiences.csv"
        let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
            .replacing(",Bikes Rental,", with: ",Bikes Rental of the whole Bay Area,")
        try Data(text.utf8).write(to: URL(filePath: file))
        let ending = try await alone(["check", copy, "--json"])
        #expect(ending.status == .exited(2) && codes(ending) == ["card-title"])
    }

    @Test func `a site that was exported is checked, too, and merging keeps what is there`() async throws {
        let folder = try TemporaryFolder()
        let site = folder["site"]
        let host = "\(site)/melamela.example/.well-known"
        try FileManager.default.createDirectory(atPath: host, withIntermediateDirectories: true)
        try Data(#"{"applinks":{"details":[]},"appclips":{"apps":["OTHER.Clip"]}}"#.utf8)
            .write(to: URL(filePath: "\(host)/apple-app-site-association"))
        let deployment = Repository.path("tags/melamela")
        let before = try await alone(["check", deployment, "--site", site, "--json"])
        #expect(codes(before) == ["association-app", "links-missing"])
        let export = try await alone(["site", "export", site, "--deployment", deployment])
        #expect(export.status == .exited(0) && export.output.hasPrefix("1 host, 5 files\n"), "\(export)")
        #expect(codes(try await alone(["check", deployment, "--site", site, "--json"])) == [])
        let merged = String(
            decoding: try #require(FileManager.default.contents(atPath: "\(host)/apple-app-site-association")),
            as: UTF8.self)
        #expect(merged.contains("applinks") && merged.contains("OTHER.Clip"))
        let page = try #require(FileManager.default.contents(atPath: "\(site)/melamela.example/order/index.html"))
        #expect(String(decoding: page, as: UTF8.self).contains("app-clip-bundle-id=example.melamela.Clip"))
    }

    @Test func `pages that were made or changed by hand are kept, and named`() async throws {
        let folder = try TemporaryFolder()
        let host = "\(folder["site"])/melamela.example"
        let (changed, made) = ("\(host)/order/index.html", "\(host)/reservation/index.html")
        let words = ["site", "export", folder["site"], "--deployment", Repository.path("tags/melamela"), "--json"]
        try FileManager.default.createDirectory(atPath: "\(host)/reservation", withIntermediateDirectories: true)
        try Data("made".utf8).write(to: URL(filePath: made))
        let first = try await alone(words)
        #expect(first.status == .exited(3) && first.document["kept"] as? [String] == [made], "\(first)")
        #expect(first.errors.contains("has no record of earlier exports"), "\(first)")
        let files = try #require(first.document["files"] as? [String])
        #expect(files.contains(changed) && !files.contains(made))
        let page = try #require(FileManager.default.contents(atPath: changed))
        try Data("changed".utf8).write(to: URL(filePath: changed))
        let second = try await alone(words)
        #expect(second.status == .exited(0) && second.document["kept"] as? [String] == [changed, made], "\(second)")
        let association = "\(host)/.well-known/apple-app-site-association"
        let attributes = try FileManager.default.attributesOfItem(atPath: association)
        #expect(attributes[.posixPermissions] as? Int == 0o644)
        #expect(FileManager.default.contents(atPath: changed) == Data("changed".utf8))
        // A page that is missing is made again.
        try FileManager.default.removeItem(atPath: changed)
        #expect(try await alone(words).document["kept"] as? [String] == [made])
        #expect(FileManager.default.contents(atPath: changed) == page)
        #expect(try await alone(words + ["--overwrite"]).document["kept"] as? [String] == [])
        #expect(FileManager.default.contents(atPath: made) != Data("made".utf8))
    }

    @Test func `a site association that Apple would find too large cannot be read`() async throws {
        let folder = try TemporaryFolder()
        let (site, deployment) = (folder["site"], Repository.path("tags/melamela"))
        #expect(try await alone(["site", "export", site, "--deployment", deployment]).status == .exited(0))
        let file = URL(filePath: "\(site)/melamela.example/.well-known/apple-app-site-association")
        try (Data(contentsOf: file) + Data(repeating: 0x20, count: 131_072)).write(to: file)
        let check = try await alone(["check", deployment, "--site", site])
        #expect(check.status == .exited(2) && check.output.contains("and Apple takes at most 131072"), "\(check)")
        // Another export brings it back.
        #expect(try await alone(["site", "export", site, "--deployment", deployment]).status == .exited(0))
        #expect(codes(try await alone(["check", deployment, "--site", site, "--json"])) == [])
    }

    @Test func `a folder of a site that is missing is an error, and not a site without files`() async throws {
        let folder = try TemporaryFolder()
        let ending = try await alone(["check", Repository.path("tags/melamela"), "--site", folder["nowhere"]])
        #expect(ending.status == .exited(64) && ending.output.isEmpty, "\(ending)")
        #expect(ending.errors.hasPrefix("error: \(folder["nowhere"]) is not checked\n  why:  "))
    }

    @Test func `no list of codes is made for an experience that was retired`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/melamela"))
            let list = station.folder["codes.csv"]
            try await station.waymark("clip-code", "list", "mela-door", "--output", list)
            #expect(FileManager.default.fileExists(atPath: list))
            try station.folder.write(
                "url,title,subtitle,action,status\nhttps://melamela.example/reservation,Mela,Reserve,view,retired\n",
                to: "e.csv")
            try await station.waymark("experience", "import", station.folder["e.csv"])
            let refused = try await station.waymark(
                "clip-code", "list", "mela-door", "--output", station.folder["again.csv"], expecting: 2)
            #expect(refused.output.contains("code-of-retired-experience"))
            #expect(!FileManager.default.fileExists(atPath: station.folder["again.csv"]))
            let check = try await station.waymark("check", "--json", expecting: 2)
            #expect(codes(check) == ["retired-experience", "code-of-retired-experience"])
        }
    }

    @Test func `a match names the winner, the other prefixes, and the store`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/brightegg"))
            let url = "https://brighteggcafe.example/store/cupertino?tag=101"
            let text = try await station.waymark("experience", "match", url).output
            #expect(
                text == """
                    match: https://brighteggcafe.example/store/cupertino (Bright Egg Flagship)
                      why: it begins with the registered URL, with the query ?tag=101
                      also: https://brighteggcafe.example/store/ (a prefix, too, but 9 characters less specific)
                      store: cupertino of deployment brightegg (by identifier)

                    """)
            let demo = try await station.waymark(
                "experience", "match", "https://appclip.apple.com/demo", expecting: 2)
            #expect(demo.output.hasPrefix("no match: it is Apple's demo link"))
        }
    }

    @Test func `what the app team gets is one JSON document or a project`() async throws {
        let folder = try TemporaryFolder()
        let deployment = Repository.path("tags/fruta")
        let printed = try await alone(["deployment", "export", deployment])
        #expect(printed.document["schema"] as? Int == 1)
        #expect((printed.document["tags"] as? [Any])?.count == 36)
        let written = try await alone(["deployment", "export", deployment, "--output", folder["f.json"]])
        #expect(written.status == .exited(0))
        let json = try #require(FileManager.default.contents(atPath: folder["f.json"]))
        #expect(String(decoding: json, as: UTF8.self) == printed.output)
        let words = ["deployment", "export", deployment, "--project", folder["app"]]
        let project = try await alone(words)
        #expect(project.output.hasPrefix("ABCDE12345.example.fruta.Clip: 3 stores, "), "\(project)")
        // What was changed stays; data is brought up to date.
        let (view, data) = ("app/Clip/VisitView.swift", "app/Deployment/Sources/Deployment/deployment.json")
        for file in [view, data] { try Data("changed".utf8).write(to: URL(filePath: folder[file])) }
        let again = try await alone(words + ["--json"])
        #expect(again.document["files"] as? [String] == [folder[data]])
        #expect(again.document["kept"] as? [String] == [folder[view]])
        let replaced = try await alone(words + ["--overwrite", "--json"])
        #expect(replaced.document["files"] as? [String] == [folder[view]])
        #expect(try await alone(words + ["--app", "T.other.Clip"]).status == .exited(1))
    }

    @Test func `a host that cannot be asked is a finding, not an error`() async throws {
        let ending = try await alone(["site", "check", "127.0.0.1:1", "--app", "A.b.Clip", "--timeout", "5", "--json"])
        #expect(ending.status == .exited(2), "\(ending)")
        let faults = try #require(ending.document["faults"] as? [[String: Any]])
        #expect(faults.map { $0["code"] as? String } == ["unreachable"])
        let wrong = try await alone(["site", "check", "https://fruta.example/", "--app", "A.b.Clip"])
        #expect(wrong.status == .exited(64))
    }
}
