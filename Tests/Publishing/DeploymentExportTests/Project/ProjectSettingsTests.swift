import DeploymentExport
import Faults
import Foundation
import Registry
import Testing

/// The settings of a project, read by readers of others.
struct ProjectSettingsTests {
    private static let peers = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Peers")

    @Test(
        .enabled(if: SwiftCompiler.yaml, "needs python3 with PyYAML"), arguments: ProjectExport.Lifecycle.allCases,
        ["fruta", "brightegg", "melamela", "bikesrental"])
    func `XcodeGen's rules hold for project.yml, and property lists say what App Clips need`(
        lifecycle: ProjectExport.Lifecycle, name: String
    ) throws {
        let project = try ExportedProject(try Samples.deployment(name), lifecycle: lifecycle)
        let python = try #require(SwiftCompiler.program("python3"))
        let ended = try SwiftCompiler.run(
            [python, Self.peers.appending(path: "project_spec.py").path, project.folder.path])
        #expect(ended.status == 0 && ended.output.hasPrefix("good: 2 targets"), "\(ended.output)")
    }

    @Test(
        .enabled(if: SwiftCompiler.yaml, "needs python3 with PyYAML"),
        arguments: [
            ("project.yml", "type: application\n", "type: app\n"), ("project.yml", "path: Shared", "path: Common"),
            ("project.yml", "- target: FrutaClip", "- target: Clip"),
            ("project.yml", "_XCAppClipURL", "XCAppClipURL"), ("project.yml", "isEnabled", "enabled"),
            ("project.yml", "Deployment/DeploymentTests", "Deployment/Tests"),
            ("project.yml", "example.fruta.Clip", "example.other.Clip"),
            ("Clip/Info.plist", "NSAppClipRequestLocationConfirmation", "NSAppClipRequestLocation"),
            ("Clip/Clip.entitlements", "appclips:fruta.example", "applinks:fruta.example"),
            ("App/App.entitlements", "applinks:fruta.example", "appclips:other.example"),
            ("Clip/Clip.entitlements", "group.example.fruta", "group.example.other"),
            ("App/App.entitlements", "</plist>", ""), ("Clip/PrivacyInfo.xcprivacy", "1C8F.1", "CA92.1"),
            ("project.yml", "buildPhase: resources", "buildPhase: resource"),
            ("project.yml", "  \"Fruta\":", "  \"SwiftUI\":"),
        ])
    func `the readers notice a fault`(file: String, from: String, to: String) throws {
        let project = try ExportedProject(try Samples.deployment("fruta"))
        let path = project.folder.appending(path: file)
        let text = try String(contentsOf: path, encoding: .utf8)
        try #require(text.contains(from))
        try Data(text.replacing(from, with: to, maxReplacements: 1).utf8).write(to: path)
        let python = try #require(SwiftCompiler.program("python3"))
        let ended = try SwiftCompiler.run(
            [python, Self.peers.appending(path: "project_spec.py").path, project.folder.path])
        #expect(ended.status == 1 && ended.output.hasPrefix("bad: "), "\(ended.output)")
    }

    @Test func `the sources are the same whatever the number of stores, and the App Clip's have at most 40 KB`() throws
    {
        func sources(_ stores: Int) throws -> [ProjectExport.File] {
            try ProjectExport(Samples.chain(stores)).files.filter { !$0.isData }
        }
        let small = try sources(10)
        #expect(try sources(2_000) == small)
        for lifecycle in ProjectExport.Lifecycle.allCases {
            let files = try ProjectExport(Samples.chain(10), lifecycle: lifecycle).files
            let ofClip = files.filter { file in
                file.path.hasSuffix(".swift")
                    && ["Clip/", "Shared/", "Deployment/Sources/"].contains { file.path.hasPrefix($0) }
            }
            #expect(ofClip.reduce(0) { $0 + $1.bytes.count } <= 40_000)
            // Vectors are for tests alone.
            #expect(!ofClip.contains { String(decoding: $0.bytes, as: UTF8.self).lowercased().contains("vector") })
        }
    }

    @Test(
        .enabled(if: SwiftCompiler.yaml, "needs python3 with PyYAML"),
        arguments: ["deployment", "app", "swift-ui", "yes", "null", "7 days", "이태원", "a/../b: {c}", "x\"y\\z"])
    func `a name of a deployment never is that of a module, nor anything else to YAML`(name: String) throws {
        let sample = try Samples.deployment("fruta")
        let old = sample.profile
        let named = LoadedDeployment(
            name: name, template: sample.template, stores: sample.stores, experiences: sample.experiences,
            batches: sample.batches,
            profile: DeploymentProfile(name: name, template: old.template, apps: old.apps, fullApps: old.fullApps))
        let project = try ExportedProject(named)
        let python = try #require(SwiftCompiler.program("python3"))
        let ended = try SwiftCompiler.run(
            [python, Self.peers.appending(path: "project_spec.py").path, project.folder.path])
        #expect(ended.status == 0 && ended.output.hasPrefix("good: 2 targets"), "\(ended.output)")
    }

    @Test func `a project is of one App Clip of the deployment`() throws {
        let sample = try Samples.deployment("fruta")
        #expect(throws: ExportError.self) { try ProjectExport(sample, clip: "ABCDE12345.example.other.Clip") }
        #expect(try ProjectExport(sample).clip == "ABCDE12345.example.fruta.Clip")
        let nameless = LoadedDeployment(
            name: "n", template: nil, stores: [], experiences: [], batches: [])
        let error = #expect(throws: ExportError.self) { try ProjectExport(nameless) }
        #expect(error?.code == .noClip)
    }
}
