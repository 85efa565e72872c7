import Foundation
import TestBench
import Testing
import UnixSystem

/// Nothing is created twice, whatever happens in between.
@Suite(
    .serialized, .timeLimit(.minutes(30)),
    .enabled(if: StrictServer.mayRun, "python3 is missing: sudo apt-get install python3"))
struct `waymark appstore apply, interrupted,` {
    /// The experiences of the long form, which `WAYMARK_APPSTORE_EXPERIENCES` gives: 2000.
    private static let count =
        ProcessInfo.processInfo.environment["WAYMARK_APPSTORE_EXPERIENCES"].flatMap { Int($0) } ?? 60

    /// Kills the command with the request under way that comes after this many like it.
    private func kill(
        _ deployment: TestDeployment, _ server: StrictServer, at request: String, _ fault: String, after: Int,
        hanging number: Int = 1, timeout: Int = 30
    ) async throws {
        try await server.control(
            #"{"script": [{"request": "\#(request)", "fault": "\#(fault)", "times": 1, "after": \#(after)}]}"#)
        let command = try deployment.start("apply", server, ["--yes"], timeout: timeout)
        try await server.control(#"{"await": \#(number)}"#)
        command.process.kill()
        #expect(await command.wait().status == .signalled(9))
    }

    /// The answer to the creation is still out when the process dies: the experience exists, and nobody knows.
    @Test(arguments: ["hang-after", "hang-before"])
    func `looks before it creates again`(fault: String) async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(4)
        try await kill(deployment, server, at: "POST appClipAdvancedExperiences", fault, after: 2)
        let ending = try await deployment.run("apply", server, ["--yes"])
        #expect(ending.status == .exited(0), "\(ending)")
        let holdings = try await server.control()
        #expect(holdings.experiences.count == 4)
        #expect(holdings.served.count == 4)
        #expect(holdings.images.all == 4, "the third image was complete and is used")
    }

    /// The process lives on, and the server has created the experience or not.
    @Test(arguments: ["cut-after", "500-after", "500-before", "409", "401", "429"])
    func `looks before it creates again when the answer is lost`(fault: String) async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(4)
        // With an image the server could tell a second creation by it.
        try deployment.writeExperiences(image: "")
        try await server.control(
            #"{"script": [{"request": "POST appClipAdvancedExperiences", "fault": "\#(fault)", "times": 2, "after": 1}]}"#
        )
        let ending = try await deployment.run("apply", server, ["--yes"], timeout: 1)
        #expect(ending.status == .exited(0), "\(ending)")
        #expect(try await server.control().experiences.count == 4)
    }

    /// A colleague makes an experience while the plan is carried out in several passes: no answer was about that one.
    @Test func `takes nothing away that came after the plan`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(2)
        try deployment.writeExperiences(image: "")
        let request = #""request": "POST appClipAdvancedExperiences", "times": 1"#
        try await server.control(
            #"{"isReleased": false, "script": [{\#(request), "fault": "colleague"}, {\#(request), "fault": "500-before"}]}"#
        )
        let others = ["--yes", "--deactivate-others", "--json"]
        let ending = try await deployment.run("apply", server, others, timeout: 1)
        #expect(ending.status == .exited(2), "\(ending)")
        let colleagues = "https://chain.example/colleague"
        let served = try await server.control().served
        #expect(served.count == 3 && served[colleagues]?.count == 1)
        let findings = try #require(ending.objects.last?["findings"] as? [[String: Any]])
        #expect(findings.map { $0["kind"] as? String } == ["foreign"])
        #expect(findings.map { $0["url"] as? String } == [colleagues])
        // Asked for once more, with it in the plan.
        #expect(try await deployment.run("apply", server, others).status == .exited(0))
        #expect(try await server.control().served.count == 2)
    }

    @Test(arguments: [(2, 3), (0, 77)]) func `says what is done when the key is refused in the middle`(
        done: Int, status: Int32
    ) async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(4)
        try deployment.writeExperiences(image: "")
        try await server.control(
            #"{"script": [{"request": "POST appClipAdvancedExperiences", "fault": "403", "times": 9, "after": \#(done)}]}"#
        )
        let ending = try await deployment.run("apply", server, ["--yes", "--json"])
        #expect(ending.status == .exited(status), "\(ending)")
        let last = try #require(ending.objects.last)
        #expect(last["type"] as? String == "finished")
        #expect(last["done"] as? Int == done && last["failed"] as? Int == 4 - done)
        #expect(ending.errors.contains("FORBIDDEN_ERROR: the key may not do this"))
        #expect(try await server.control().experiences.count == done)
    }

    @Test(arguments: ["PUT upload", "PATCH appClipAdvancedExperienceImages"], ["hang-after", "hang-before"])
    func `goes on with an image that was half done`(request: String, fault: String) async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(2)
        try await kill(deployment, server, at: request, fault, after: 1)
        let ending = try await deployment.run("apply", server, ["--yes"])
        #expect(ending.status == .exited(0), "\(ending)")
        let images = try await server.control().images
        #expect(images.all == 2)
        #expect(images.used == 2)
    }

    /// The address of an upload holds for some time only.
    @Test func `begins an image anew when its upload has expired`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(2)
        try await kill(deployment, server, at: "PUT upload", "hang-before", after: 2)
        try await server.control(#"{"expireUploads": true}"#)
        let ending = try await deployment.run("apply", server, ["--yes"])
        #expect(ending.status == .exited(0), "\(ending)")
        let holdings = try await server.control()
        #expect(holdings.experiences.count == 2 && holdings.images.used == 2)
        #expect(holdings.images.all == 3 && holdings.images.begun == 1, "the expired one belongs to no experience")
    }

    @Test func `needs no notebook: it uploads anew and creates nothing twice`() async throws {
        let server = try await StrictServer()
        let deployment = try TestDeployment(2)
        try await kill(deployment, server, at: "POST appClipAdvancedExperiences", "hang-after", after: 1)
        try FileManager.default.removeItem(atPath: deployment.folder["state"])
        #expect(try await deployment.run("apply", server, ["--yes"]).status == .exited(0))
        #expect(try await server.control().experiences.count == 2)
    }

    @Test func `ends with exactly what is planned, after faults and three kills`() async throws {
        let isLong = Self.count >= 1_000
        let server = try await StrictServer(
            faults: 0.05, limit: isLong ? 3_500 : 100_000, seed: 20, hang: 2)
        let deployment = try TestDeployment(Self.count)
        // The hour is the server's own, and only this test moves it: while the client waits for it to pass.
        let clock = Task { await server.passHours() }
        let start = ContinuousClock.now
        let moments = [
            ("POST appClipAdvancedExperiences", "hang-after"), ("PATCH appClipAdvancedExperienceImages", "hang-before"),
            ("PUT upload", "hang-after"),
        ]
        for (number, moment) in moments.enumerated() {
            try await kill(
                deployment, server, at: moment.0, moment.1, after: Self.count / 5, hanging: number + 1, timeout: 1)
        }
        var ending = try await deployment.run("apply", server, ["--yes", "--json"], timeout: 1)
        let faulty = try await server.control()
        // What faults have left over in every try is left to a run without them.
        try await server.control(#"{"faults": 0}"#)
        if ending.status != .exited(0) { ending = try await deployment.run("apply", server, ["--yes", "--json"]) }
        #expect(ending.status == .exited(0), "\(ending.errors)")

        let holdings = try await server.control()
        #expect(holdings.experiences.count == Self.count)
        #expect(holdings.served.count == Self.count)
        #expect(holdings.served.values.allSatisfy { $0.count == 1 })
        #expect(Set(holdings.served.keys) == Set((0..<Self.count).map { "https://chain.example/s/\($0)" }))
        #expect(holdings.experiences.allSatisfy { $0.texts.map(\.subtitle) == ["Order here"] && $0.image != nil })
        #expect(holdings.images.used == Self.count)
        #expect(holdings.images.shared == 0)
        #expect(holdings.counts.impatient == 0, "no request before the time that a 429 names")
        #expect(holdings.counts.limited == 0, "none beyond the hour's requests")
        clock.cancel()
        let hours = await clock.value
        if isLong { #expect(hours >= 1) }
        // App Store Connect can neither list nor delete images: those of which nobody was told stay without experience.
        let spare = holdings.images.all - holdings.images.used
        #expect(spare <= holdings.counts.lostImages)
        #expect(faulty.faults.count >= (isLong ? 8 : 3), "many kinds of faults have come up")

        let again = try await deployment.run("apply", server, ["--yes"])
        #expect(again.output == "nothing to do: App Store Connect is as the deployment says\n", "\(again)")
        let after = try await server.control()
        #expect(after.experiences.count == Self.count)
        #expect(after.images.all == holdings.images.all)
        print(
            "\(Self.count) experiences: \(holdings.counts.requests) requests, \(faulty.faults.values.reduce(0, +)) faults "
                + "\(faulty.faults), \(spare) images without experience, \(holdings.counts.lostImages) lost reservations, "
                + "\(hours) hours passed, \(ContinuousClock.now - start)")
    }
}
