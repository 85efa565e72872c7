import AppClips
import Audit
import DeploymentExport
import Foundation
import Registry
import Testing

/// The project for the app team, as far as it can be tried without a Mac.
@Suite(.enabled(if: SwiftCompiler.path != nil, "needs swiftc"), .timeLimit(.minutes(10)))
struct ProjectTests {
    /// How many stores the measured projects have: `WAYMARK_EXPORT_STORES=10,400,10000` for all of them.
    private static let measured = (ProcessInfo.processInfo.environment["WAYMARK_EXPORT_STORES"] ?? "400")
        .split(separator: ",").compactMap { Int($0) }

    @Test(arguments: ProjectExport.Lifecycle.allCases)
    func `the App Clip and the app compile`(lifecycle: ProjectExport.Lifecycle) throws {
        let project = try ExportedProject(try Samples.deployment("fruta"), lifecycle: lifecycle)
        try project.compileTargets()
        let launches = project.sources("Clip").filter {
            $0.hasSuffix("ClipApp.swift") || $0.hasSuffix("Delegate.swift")
        }
        #expect(launches == [lifecycle == .scene ? "Clip/SceneDelegate.swift" : "Clip/ClipApp.swift"])
    }

    @Test(arguments: measured)
    func `the package builds, and its tests agree with every vector`(stores: Int) throws {
        let project = try ExportedProject(try Samples.chain(stores))
        let (output, tested) = try project.testPackage()
        let checked = try project.typeCheckTargets()
        let (check, test) = (String(format: "%.1f", checked), String(format: "%.1f", tested))
        print("export of \(stores) stores, CPU seconds: type-checked in \(check), package built and tested in \(test)")
        #expect(output.contains("Executed 7 tests, with 0 failures"))
    }

    @Test func `every store and every experience of a large deployment has a vector`() throws {
        let sample = try Samples.chain(5_000)
        let file = try #require(try Self.export(sample).files.first { $0.path.hasSuffix("/vectors.json") })
        let vectors = try JSONDecoder().decode(WrittenVectors.self, from: Data(file.bytes)).urls
        #expect(Set(vectors.compactMap(\.store)).count == 5_000)
        #expect(vectors.filter { $0.tag != nil }.count == 5_000)
        #expect(Set(vectors.filter { $0.tag == nil }.map(\.url)) == Set(sample.experiences.map(\.url.text)))
    }

    private struct WrittenVectors: Decodable {
        struct URL: Decodable {
            let url: String
            let store: String?
            let tag: String?
        }

        let urls: [URL]
    }

    @Test func `the tests of the package fail when the data and the vectors differ`() throws {
        let project = try ExportedProject(try Samples.deployment("fruta"))
        let file = project.folder.appending(path: "Deployment/Sources/Deployment/deployment.json")
        let text = try String(contentsOf: file, encoding: .utf8).replacing("37.323", with: "37.324")
        try Data(text.utf8).write(to: file)
        let ended = try SwiftCompiler.run(
            [try #require(SwiftCompiler.program("swift")), "test"],
            in: project.folder.appending(path: "Deployment"))
        #expect(ended.status != 0 && ended.output.contains("testEveryPositionIsOnItsSideOfTheEdge"))
    }

    @Test func `every sample's vectors hold in the compiled package`() throws {
        let samples = try Samples.all()
        let documents = try samples.map { sample -> (json: [UInt8], urls: [String]) in
            let json = try #require(try Self.export(sample).files.first { $0.path.hasSuffix("/deployment.json") }).bytes
            return (json, try Self.handover(sample).urls.map(\.url))
        }
        let found = try ExportedProject(samples[0]).destinations(documents)
        let wanted = try samples.flatMap { try Self.handover($0).urls }.map { example in
            let content = example.content.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return [example.url, example.store ?? "-", example.experience ?? "-", example.tag ?? "-"]
                .joined(separator: " ") + " " + content.joined(separator: "&")
        }
        #expect(found == wanted)
        #expect(wanted.contains { $0.hasSuffix("smoothie=BerryBlue") } == wanted.contains { $0.contains("BerryBlue") })
    }

    private static func export(_ sample: LoadedDeployment) throws -> ProjectExport {
        let profile = sample.profile
        let named = DeploymentProfile(
            name: profile.name, template: profile.template, apps: profile.apps.isEmpty ? ["T.a.Clip"] : profile.apps,
            push: profile.push)
        return try ProjectExport(
            LoadedDeployment(
                name: sample.name, template: sample.template, stores: sample.stores, experiences: sample.experiences,
                batches: sample.batches, profile: named))
    }

    private static func handover(_ sample: LoadedDeployment) throws -> HandoverFile {
        try HandoverFile(
            sample.profile, stores: sample.stores, experiences: sample.experiences,
            tags: sample.batches.flatMap(\.tags))
    }

    @Test func `the App Clip answers every outcome of location confirmation, and leaves the visit to the app`() throws {
        let project = try ExportedProject(try Samples.deployment("brightegg"))
        let url = "https://brighteggcafe.example/store/cupertino?tag=101"
        let cart = "https://brighteggcafe.example/store/cart-1?tag=118"
        let confirmed = "confirmed(Deployment.ConfirmationOutcome."
        let lines = try project.flow([url, cart])
        #expect(
            lines.filter { !$0.hasPrefix("sent | ") } == [
                "without a URL | - | unknown",
                "off centre | cupertino | \(confirmed)inRegion)", "outside | cupertino | \(confirmed)notInRegion)",
                "declined | cupertino | \(confirmed)disallowed)", "no match | cupertino | \(confirmed)doesNotMatch)",
                "again without a URL | cupertino | \(confirmed)doesNotMatch)",
                "without a payload | cupertino | unknown",
                // A cart roams: nothing is asked, and nothing is put on record.
                "off centre | cart-1 | notAsked", "outside | cart-1 | notAsked", "declined | cart-1 | notAsked",
                "no match | cart-1 | notAsked", "again without a URL | cart-1 | notAsked",
                "without a payload | cart-1 | notAsked",
                "handover | \(cart) | 001", "rows | 4 | 1", "notification | 9.0 | 0.0 | false",
                "notification | 0.1 | 0.0 | true", "notification | 7.5 | 0.0 | true",
                // Eight hours from the launch, not from now.
                "notification | 1.0 | 7.5 | false", "notification | 0.4 | 7.5 | true",
                "notification | 0.1 | 8.0 | false",
            ])
        // What the app's back end gets is what the audit reads.
        let sent = lines.filter { $0.hasPrefix("sent | ") }.map { $0.dropFirst("sent | ".count) + "\r\n" }.joined()
        var reader = ConfirmationReader(
            file: "sent", now: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000))
        let read = try reader.feed(Array(sent.utf8)) + reader.finish()
        #expect(read.map(\.outcome) == [.inRegion, .notInRegion, .disallowed, .doesNotMatch])
        #expect(Set(read.map(\.url)) == [url] && Set(read.map(\.device)).count == 1)
        #expect(reader.badRows.count == 0 && reader.warnings.isEmpty)
    }
}
