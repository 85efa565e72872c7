import Foundation
import TestBench
import Testing
import UnixSystem

/// The default card, sizes and territories, against the strict server.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: StrictServer.mayRun, "python3 is missing: sudo apt-get install python3"))
struct `waymark appstore, the default card` {
    private typealias Text = StrictServer.Holdings.Default.Text

    private func settings(
        _ texts: String = #""en-US": {"subtitle": "Order here", "image": "header.png"}, "ko": {"subtitle": "주문"}"#,
        action: String = "OPEN", version: String? = nil, urls: String = #"["https://chain.example/s/0"]"#
    ) -> String {
        let named = version.map { #""version": "\#($0)", "# } ?? ""
        return
            #", "defaultExperience": {\#(named)"action": "\#(action)", "localizations": {\#(texts)}, "invocationURLs": \#(urls)}"#
    }

    private static let released = #"{"name": "1.0", "state": "READY_FOR_DISTRIBUTION"}"#
    private static let prepared = #"{"name": "2.0", "state": "PREPARE_FOR_SUBMISSION"}"#

    private func server(_ orders: String) async throws -> StrictServer {
        let server = try await StrictServer()
        try await server.control(orders)
        return server
    }

    @Test func `is made for the version in preparation, and a second run changes nothing`() async throws {
        let server = try await server(#"{"versions": [\#(Self.prepared)]}"#)
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(settings())
        let plan = try await deployment.run("plan", server)
        #expect(plan.output.contains("create-default  the default card"), "\(plan)")
        #expect(plan.output.contains("of version 2.0: en-US, ko"))
        #expect(
            plan.output.contains(
                "note: the default card of version 2.0 (PREPARE_FOR_SUBMISSION) comes with its release; no version is released"
            ))
        let apply = try await deployment.run("apply", server, ["--yes"])
        #expect(apply.status == .exited(0), "\(apply)")
        let holdings = try await server.control()
        let card = try #require(holdings.defaults.first)
        #expect(holdings.defaults.count == 1 && card.version == "2.0" && card.action == "OPEN")
        #expect(card.invocationURLs == ["https://chain.example/s/0"])
        #expect(card.texts.mapValues(\.subtitle) == ["en-US": "Order here", "ko": "주문"])
        #expect(card.texts["en-US"]?.image != nil && card.texts["ko"]?.image == nil)

        let again = try await deployment.run("apply", server, ["--yes"])
        #expect(again.status == .exited(0))
        #expect(again.output == "nothing to do: App Store Connect is as the deployment says\n", "\(again)")
        #expect(try await server.control().defaults == holdings.defaults)
        #expect(try await server.control().log.suffix(5).allSatisfy { $0.hasPrefix("GET ") })
    }

    @Test func `follows the deployment: action, texts, pictures, languages, what App Review opens`() async throws {
        let server = try await server(#"{"versions": [\#(Self.prepared)]}"#)
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(settings())
        _ = try await deployment.run("apply", server, ["--yes"])
        let before = try #require(try await server.control().defaults.first)
        try deployment.folder.write((0..<4_000).map { UInt8(truncatingIfNeeded: $0) }, to: "other.png")
        try deployment.writeSettings(
            settings(
                #""en-US": {"subtitle": "Order now", "image": "other.png"}, "de-DE": {"subtitle": "Bestellen"}"#,
                action: "VIEW", urls: #"["https://chain.example/s/0", "https://chain.example/s/0?t=1"]"#))
        let plan = try await deployment.run("plan", server)
        #expect(
            plan.output.contains(
                "of version 2.0: action: OPEN -> VIEW; subtitle.de-DE: nothing -> Bestellen; subtitle.en-US: Order here -> Order now; headerImage.en-US: header.png -> other.png; subtitle.ko: 주문 -> nothing; invocationURLs: https://chain.example/s/0 -> https://chain.example/s/0 https://chain.example/s/0?t=1"
            ), "\(plan)")
        let apply = try await deployment.run("apply", server, ["--yes"])
        #expect(apply.status == .exited(0), "\(apply)")
        let card = try #require(try await server.control().defaults.first)
        #expect(card.texts.mapValues(\.subtitle) == ["en-US": "Order now", "de-DE": "Bestellen"])
        #expect(card.action == "VIEW" && card.invocationURLs.count == 2)
        #expect(card.texts["en-US"]?.image != before.texts["en-US"]?.image && card.texts["en-US"]?.image != nil)
        #expect(try await deployment.run("plan", server).status == .exited(0))
    }

    @Test func `of a released version is copied to the next one, and not changed itself`() async throws {
        let server = try await server(
            #"{"versions": [\#(Self.released)], "defaults": [{"version": "1.0", "action": "PLAY", "texts": {"ko": "주문", "ja": "x"}}]}"#
        )
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(settings())
        let locked = try await deployment.run("apply", server, ["--yes"])
        #expect(locked.status == .exited(2), "\(locked)")
        #expect(
            locked.output.contains(
                "! the default card: the default card of version 1.0 is not as wanted (action, subtitle.en-US, headerImage.en-US, subtitle.ja, invocationURLs differ), and it cannot be changed any more: the version is READY_FOR_DISTRIBUTION\n  next: make a new version"
            ), "\(locked.output)")
        try await server.control(#"{"versions": [\#(Self.prepared)]}"#)
        let plan = try await deployment.run("plan", server)
        #expect(plan.output.contains("of version 2.0: en-US, ko, from that of the released version"), "\(plan)")
        #expect(plan.output.contains("until then phones show that of version 1.0"))
        let apply = try await deployment.run("apply", server, ["--yes"])
        #expect(apply.status == .exited(0), "\(apply)")
        let cards = try await server.control().defaults
        #expect(cards.map(\.version) == ["1.0", "2.0"])
        #expect(cards.first?.texts.mapValues(\.subtitle) == ["ko": "주문", "ja": "x"])
        #expect(cards.last?.texts.mapValues(\.subtitle) == ["ko": "주문", "en-US": "Order here"])
        #expect(try await deployment.run("plan", server).status == .exited(0))
    }

    /// It follows the released one: what is right in it needs nothing.
    @Test(arguments: ["WAITING_FOR_REVIEW", "IN_REVIEW", "PENDING_DEVELOPER_RELEASE"])
    func `is that of the version on its way where none is in preparation`(state: String) async throws {
        let cards =
            #"[{"version": "1.0", "action": "OPEN", "texts": {"en-US": "Old"}}, {"version": "2.0", "action": "OPEN", "texts": {"en-US": "Order here"}}]"#
        let server = try await server(
            #"{"versions": [\#(Self.released), {"name": "2.0", "state": "\#(state)"}], "defaults": \#(cards)}"#)
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(settings(#""en-US": {"subtitle": "Order here"}"#, urls: "[]"))
        let apply = try await deployment.run("apply", server, ["--yes"])
        #expect(apply.status == .exited(0), "\(apply)")
        let right = try await deployment.run("plan", server)
        #expect(right.status == .exited(0), "\(right)")
        #expect(
            right.output.contains(
                "note: the default card of version 2.0 (\(state)) comes with its release; until then phones show that of version 1.0"
            ), "\(right)")

        try deployment.writeSettings(settings(#""en-US": {"subtitle": "Order now"}"#, urls: "[]"))
        let other = try await deployment.run("plan", server)
        #expect(other.status == .exited(2), "\(other)")
        #expect(
            other.output.contains(
                "! the default card: the default card of version 2.0 is not as wanted (subtitle.en-US differ), and it cannot be changed as long as the version is \(state)\n  next: remove it from review"
            ), "\(other)")
    }

    @Test(arguments: [
        ("", "App Store Connect has not a version for iOS"),
        (#"{"name": "1.0", "state": "METADATA_REJECTED"}"#, "version 1.0 was turned down (METADATA_REJECTED)"),
        (
            #"{"name": "1.0", "state": "IN_REVIEW"}"#,
            "(there is none), and it cannot be changed as long as the version is IN_REVIEW"
        ),
        (#"{"name": "1.0", "state": "TELEPORTING"}"#, "the state TELEPORTING of version 1.0 is not known"),
    ]) func `cannot be made for every version`(version: String, words: String) async throws {
        let server = try await server(#"{"versions": [\#(version)]}"#)
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(settings())
        let plan = try await deployment.run("plan", server)
        #expect(plan.status == .exited(2))
        #expect(plan.output.contains(words), "\(plan.output)")
    }

    @Test func `is made once, though answers are lost`() async throws {
        let server = try await server(#"{"versions": [\#(Self.prepared)]}"#)
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(settings())
        let faults = [
            ("POST appClipDefaultExperiences", "cut-after"),
            ("POST appClipDefaultExperienceLocalizations", "500-after"),
            ("POST appClipHeaderImages", "cut-after"), ("PUT upload", "cut-after"),
            ("POST appClipAppStoreReviewDetails", "cut-after"),
        ].map { #"{"request": "\#($0.0)", "fault": "\#($0.1)", "times": 1}"# }
        try await server.control(#"{"script": [\#(faults.joined(separator: ","))]}"#)
        var ending = try await deployment.run("apply", server, ["--yes"], timeout: 1)
        if ending.status != .exited(0) { ending = try await deployment.run("apply", server, ["--yes"]) }
        #expect(ending.status == .exited(0), "\(ending)")
        let holdings = try await server.control()
        #expect(holdings.defaults.count == 1 && holdings.defaults.first?.texts.count == 2)
        #expect(holdings.defaults.first?.texts["en-US"]?.image != nil)
        // That of the experience and that of the default card.
        #expect(holdings.images.all == 2)
    }

    @Test func `an App Clip that is too large, and a country without the app, are found`() async throws {
        let server = try await server(
            #"{"sizes": [{"deviceModel": "iPhone15,2", "installBytes": 15100000}, {"deviceModel": "iPhone12,1", "installBytes": 14900000}], "territories": {"USA": ["AVAILABLE"], "KOR": ["CANNOT_SELL"]}}"#
        )
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(#", "buildBundle": "bundle-1", "territories": ["USA", "KOR", "FRA"]"#)
        let plan = try await deployment.run("plan", server)
        #expect(plan.status == .exited(2))
        for words in [
            "! the App Clip: the App Clip has 15.1 MB on iPhone15,2, and is too large on 1 of 2 kinds of devices: an App Clip that tags open may have 15 MB",
            "the app is not available in KOR (CANNOT_SELL): tags there open no App Clip",
            "the app is not available in FRA (App Store Connect does not list it)", "3 findings",
        ] { #expect(plan.output.contains(words), "\(plan.output)") }
        try await server.control(
            #"{"sizes": [{"deviceModel": "iPhone15,2", "installBytes": 14960000}], "territories": {"USA": [], "KOR": [], "FRA": ["AVAILABLE"]}}"#
        )
        let good = try await deployment.run("apply", server, ["--yes"])
        #expect(good.status == .exited(0), "\(good)")
        #expect(try await deployment.run("plan", server).output.contains("note: the App Clip has 15.0 MB at most"))
    }

    @Test func `settings that contradict themselves are refused before anything is asked`() async throws {
        let server = try await server("{}")
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(
            settings(
                #""english": {"subtitle": "x"}, "en-US": {"subtitle": "\#(String(repeating: "x", count: 57))"}"#,
                action: "EAT", urls: #"["http://chain.example"]"#) + #", "territories": ["us"]"#)
        let plan = try await deployment.run("plan", server)
        #expect(plan.status == .exited(1))
        for words in [
            #"the action of defaultExperience is "EAT": OPEN, VIEW or PLAY is meant"#,
            #""english" in defaultExperience is not a locale of the App Store"#, "defaultExperience in en-US: ",
            "invocationURLs names http://chain.example, which is not an https URL", #"territories names "us""#,
        ] { #expect(plan.errors.contains(words), "\(plan.errors)") }
        #expect(try await server.control().log.isEmpty)
    }

    @Test func `the settings of the shipped example are taken`() async throws {
        let server = try await server("{}")
        let keys = try TestDeployment(0)
        let fruta = URL(filePath: #filePath).appending(path: "../../../../../tags/fruta").standardizedFileURL.path
        let plan = try await RunningProgram(
            .commandLine,
            [
                "appstore", "plan", fruta, "--key", keys.folder[TestKey.fileName], "--issuer", TestKey.issuer,
                "--server", server.address,
            ]
        ).wait()
        // The server has another app: so far the files alone were looked at.
        #expect(plan.errors.contains("App Store Connect refuses GET /v1/apps/123456789/appClips"), "\(plan)")
    }
}
