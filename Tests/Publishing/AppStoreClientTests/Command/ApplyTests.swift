import AppStoreConnect
import Foundation
import TestBench
import Testing
import UnixSystem

@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: StrictServer.mayRun, "python3 is missing: sudo apt-get install python3"))
struct `waymark appstore` {
    @Test func `applies a plan, and a second run changes nothing`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(3)
        let plan = try await deployment.run("plan", server)
        #expect(plan.status == .exited(2), "\(plan)")
        #expect(plan.output.contains("3 steps, 0 as wanted, 0 findings"))
        #expect(try await server.control().experiences.isEmpty)

        let apply = try await deployment.run("apply", server, ["--yes"])
        #expect(apply.status == .exited(0), "\(apply)")
        let holdings = try await server.control()
        #expect(holdings.experiences.count == 3)
        #expect(holdings.experiences.allSatisfy { $0.image != nil })

        let again = try await deployment.run("apply", server, ["--yes"])
        #expect(again.output == "nothing to do: App Store Connect is as the deployment says\n")
        let log = try await server.control().log
        #expect(log.suffix(2).allSatisfy { $0.hasPrefix("GET ") })
        #expect(try await deployment.run("plan", server).status == .exited(0))
    }

    @Test func `updates, brings back, deactivates, and tells a changed URL`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(4)
        _ = try await deployment.run("apply", server, ["--yes"])
        try deployment.writeExperiences(subtitle: "Order now", first: "https://chain.example/new", retired: [3])
        let plan = try await deployment.run("plan", server)
        #expect(plan.output.contains("deactivate  https://chain.example/s/3"), "\(plan)")
        #expect(plan.output.contains("update      https://chain.example/s/1  subtitle.EN: Order here -> Order now"))
        #expect(
            plan.output.contains(
                "! https://chain.example/s/0: it is served, and the deployment does not name it\n  next: "))
        #expect(plan.errors.contains("carry it out with: waymark appstore apply \(deployment.folder.path)"))

        let apply = try await deployment.run("apply", server, ["--yes", "--deactivate-others"])
        #expect(apply.status == .exited(0), "\(apply)")
        let served = try await server.control().served
        #expect(Set(served.keys) == Set(["new", "s/1", "s/2"].map { "https://chain.example/\($0)" }))
        #expect(served["https://chain.example/s/1"]?.first?.texts.map(\.subtitle) == ["Order now"])

        try deployment.writeExperiences(subtitle: "Order now", first: "https://chain.example/new")
        _ = try await deployment.run("apply", server, ["--yes"])
        let back = try await server.control()
        #expect(back.served["https://chain.example/s/3"]?.count == 1)
        #expect(back.experiences.count == 5)
    }

    @Test(arguments: [true, false])
    func `App Store Connect deletes what was never released, and deactivates the rest`(isReleased: Bool) async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(2)
        try await server.control(#"{"isReleased": \#(isReleased)}"#)
        _ = try await deployment.run("apply", server, ["--yes"])
        try deployment.writeExperiences(retired: [1])
        #expect(try await deployment.run("apply", server, ["--yes"]).status == .exited(0))
        let held = try await server.control().experiences
        #expect(held.count == (isReleased ? 2 : 1))
        #expect(held.map(\.attributes.status).filter { $0 == "DEACTIVATED" }.count == (isReleased ? 1 : 0))
        let again = try await deployment.run("apply", server, ["--yes"])
        #expect(again.output == "nothing to do: App Store Connect is as the deployment says\n", "\(again)")
        // Wanted again: the one is brought back, the other created.
        try deployment.writeExperiences()
        #expect(try await deployment.run("apply", server, ["--yes"]).status == .exited(0))
        let back = try await server.control()
        #expect(back.served["https://chain.example/s/1"]?.count == 1 && back.experiences.count == 2)
    }

    @Test func `keeps what people have set there and the deployment does not name`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(1)
        func place(latitude: Double) throws {
            try deployment.folder.write(
                """
                {"schema": 1, "app": "1234567890", "clip": "example.chain.Clip", "places": {"s0": {"displayPoint":
                {"coordinates": {"latitude": \(latitude), "longitude": -122.0}, "source": "MANUALLY_PLACED"}}}}
                """, to: "appstore.json")
        }
        let before = try #require(
            try await server.control(
                """
                {"experiences": [{"image": null, "texts": [
                {"language": "EN", "title": "Store 0", "subtitle": "Order here"}],
                "attributes": {"link": "https://chain.example/s/0", "status": "RECEIVED", "defaultLanguage": "EN",
                "action": "OPEN", "isPoweredBy": true, "place": {"placeId": "I8B2", "names": ["Store 0"],
                "mainAddress": {"fullAddress": "0 Main Street", "structuredAddress": {"locality": "Cupertino"}},
                "mapAction": "RESTAURANT_ORDER_FOOD", "phoneNumber": {"number": "+14085550123", "type": "LANDLINE"},
                "displayPoint": {"coordinates": {"latitude": 37.3, "longitude": -122.0}, "source": "CALCULATED"}}}}]}
                """
            ).experiences.first?.attributes.place)
        try place(latitude: 37.3)
        let plan = try await deployment.run("plan", server)
        #expect(plan.output.contains("headerImage: nothing -> header.png"), "\(plan)")
        #expect(!plan.output.contains("isPoweredBy") && !plan.output.contains("place."), "\(plan)")
        #expect(try await deployment.run("apply", server, ["--yes"]).status == .exited(0))
        let same = try #require(try await server.control().experiences.first)
        #expect(same.attributes.place == before && same.attributes.isPoweredBy == true && same.image != nil)

        try place(latitude: 37.31)
        #expect(try await deployment.run("apply", server, ["--yes"]).status == .exited(0))
        var wanted = before
        wanted.displayPoint = .init(latitude: 37.31, longitude: -122, source: "MANUALLY_PLACED")
        let moved = try #require(try await server.control().experiences.first)
        #expect(moved.attributes.place == wanted && moved.attributes.isPoweredBy == true)
    }

    @Test func `names the one that is refused of two with one URL`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(1)
        let twin =
            #"{"image": null, "texts": [{"language": "EN", "title": "Store 0", "subtitle": "Order here"}], "attributes": {"link": "https://chain.example/s/0", "status": "RECEIVED", "defaultLanguage": "EN", "action": "OPEN"}}"#
        let script = #"[{"request": "PATCH appClipAdvancedExperiences", "fault": "409", "times": 9, "after": 1}]"#
        let ids = try await server.control(#"{"experiences": [\#(twin), \#(twin)], "script": \#(script)}"#)
            .experiences.map(\.id)
        try #require(ids.count == 2)
        try deployment.writeExperiences(retired: [0])
        let ending = try await deployment.run("apply", server, ["--yes", "--json"])
        #expect(ending.status == .exited(3), "\(ending)")
        let refused = ending.objects.filter { $0["type"] as? String == "retry" }.map { $0["id"] as? String }
        #expect(refused == Array(repeating: ids.last, count: 4))
        let last = try #require(ending.objects.last)
        #expect(last["done"] as? Int == 1 && last["failed"] as? Int == 1)
        #expect((last["unseen"] as? [Any])?.isEmpty == true)
        #expect(ending.errors.contains(ids[1]) && !ending.errors.contains(ids[0]))
    }

    @Test func `lists what was accepted and does not show`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(1)
        _ = try await deployment.run("apply", server, ["--yes"])
        try deployment.writeExperiences(subtitle: "Order now")
        let held = try await server.control(
            #"{"script": [{"request": "PATCH appClipAdvancedExperiences", "fault": "ignore", "times": 1}]}"#)
        let ending = try await deployment.run("apply", server, ["--yes", "--json"])
        #expect(ending.status == .exited(2), "\(ending)")
        let last = try #require(ending.objects.last)
        #expect(last["type"] as? String == "finished" && last["failed"] as? Int == 0)
        let unseen = last["unseen"] as? [[String: String]]
        let id = try #require(held.experiences.first?.id)
        #expect(unseen == [["step": "update", "url": "https://chain.example/s/0", "id": id]])
    }

    @Test func `keeps up to three invocations for testers`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(1)
        let invocations = #", "buildBundle": "bundle-1", "invocations": {"tags": ["T1"], "locale": "en-US"}"#
        try deployment.folder.write(
            #"{"schema": 1, "app": "1234567890", "clip": "example.chain.Clip""# + invocations + "}", to: "appstore.json"
        )
        try await server.control(
            #"{"invocations": [{"url": "https://a.example", "titles": []}, {"url": "https://b.example", "titles": []}, {"url": "https://c.example", "titles": []}]}"#
        )
        let apply = try await deployment.run("apply", server, ["--yes"])
        #expect(apply.status == .exited(0), "\(apply)")
        #expect(try await server.control().invocations.map(\.url) == ["https://chain.example/s/0?t=1"])
    }

    @Test func `asks before anything is changed, and changes nothing when nobody answers`() async throws {
        let server = try await StrictServer()
        let ending = try await TestDeployment(1).run("apply", server)
        #expect(ending.status == .exited(64), "\(ending)")
        #expect(ending.errors.contains("why:  this needs an answer, and the command does not run on a terminal"))
        #expect(try await server.control().experiences.isEmpty)
    }

    @Test func `does the rest when one experience is refused, and names that one`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(3)
        try deployment.writeSettings(
            #", "defaultLanguage": "EN", "localizations": {}, "isPoweredBy": true"#)
        try deployment.writeExperiences(first: "http://chain.example/plain")
        let ending = try await deployment.run("apply", server, ["--yes"])
        #expect(ending.status == .exited(3), "\(ending)")
        #expect(ending.errors.contains("error: create http://chain.example/plain: App Store Connect refuses POST"))
        #expect(ending.errors.contains("link is no https URL (/data/attributes/link)"))
        #expect(try await server.control().served.count == 2)
    }

    @Test func `shows a refused key in three lines, without the key`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(1)
        let ending = try await RunningProgram(
            .commandLine,
            [
                "appstore", "plan", deployment.folder.path, "--key", deployment.folder[TestKey.fileName], "--server",
                server.address, "--issuer", "another",
            ]
        ).wait()
        #expect(ending.status == .exited(77), "\(ending)")
        #expect(ending.errors.contains("why:  NOT_AUTHORIZED: not the owner of the key"))
        #expect(!ending.errors.contains("MIGHAgEA") && !ending.errors.contains("eyJ"))
    }

    @Test func `shows how Apple sees the domains`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(1)
        try deployment.writeSettings(#", "buildBundle": "bundle-1""#)
        _ = try await deployment.run("apply", server, ["--yes"])
        try await server.control(
            """
            {"domains": {"cache": [{"domain": "chain.example", "isValid": false, "errorCode": "BAD_JSON_CONTENT",
            "lastUpdatedDate": "2026-01-01T00:00:00Z"}], "debug": [{"domain": "chain.example", "isValid": true}]}}
            """)
        let bad = try await deployment.run("status", server)
        #expect(bad.status == .exited(2), "\(bad)")
        #expect(bad.output.contains("chain.example  1            BAD_JSON_CONTENT  good  2026-01-01T00:00:00Z"))
        #expect(bad.output.contains("the site is good now; Apple's servers fetch it again within a day"))
        try await server.control(#"{"domains": {"cache": [{"domain": "chain.example", "isValid": true}]}}"#)
        #expect(try await deployment.run("status", server).status == .exited(0))
        try await server.control(#"{"domains": {"cache": [], "debug": []}}"#)
        #expect(try await deployment.run("status", server).output.contains("the build does not name it"))
    }
}
