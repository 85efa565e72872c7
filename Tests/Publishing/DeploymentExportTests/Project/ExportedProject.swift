import DeploymentExport
import Foundation
import Registry
import Testing

/// A project as it is on the app team's disk, and what Linux can do with it: the package is real, Apple's frameworks are
/// stand-ins with the declarations that the project uses (`Stubs`).
final class ExportedProject {
    let folder: URL
    let export: ProjectExport
    private var hasStubs = false

    private static let frameworks = [
        "Combine", "UIKit", "CoreLocation", "AppClip", "UserNotifications", "SwiftUI", "AuthenticationServices",
    ]
    private static let stubs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Stubs")

    init(_ deployment: LoadedDeployment, lifecycle: ProjectExport.Lifecycle = .swiftUI) throws {
        export = try ProjectExport(deployment, lifecycle: lifecycle)
        folder = FileManager.default.temporaryDirectory.appending(path: "waymark-project-\(UUID().uuidString)")
        for file in export.files {
            let target = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: target)
        }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "objects"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func sources(_ part: String) -> [String] {
        export.files.map(\.path).filter { $0.hasPrefix(part + "/") && $0.hasSuffix(".swift") }
    }

    /// Compiles a module as the project's targets are compiled, with every warning an error.
    private func compile(_ module: String, _ sources: [String]) throws {
        // What only Apple's Foundation has comes from a stand-in, too.
        let imports = ["FoundationNetworking", "UIKit"].flatMap { ["-Xfrontend", "-import-module", "-Xfrontend", $0] }
        let isStub = Self.frameworks.contains(module) || module == "Deployment"
        try swiftc(
            ["-wmo", "-parse-as-library", "-emit-object", "-emit-module", "-o", "objects/\(module).o"]
                + ["-emit-module-path", "objects/\(module).swiftmodule", "-module-name", module, "-warnings-as-errors"]
                + (isStub ? [] : imports) + sources)
    }

    private func swiftc(_ words: [String]) throws {
        let path = try #require(SwiftCompiler.path)
        let ended = try SwiftCompiler.run([path, "-swift-version", "6", "-I", "objects"] + words, in: folder)
        #expect(ended.status == 0, "\(ended.output.prefix(4_000))")
    }

    /// The frameworks' stand-ins and the package as a module, once.
    private func prepare() throws {
        guard !hasStubs else { return }
        hasStubs = true
        for framework in Self.frameworks {
            try compile(framework, [Self.stubs.appending(path: "\(framework).swift").path])
        }
        // SwiftPM makes this for a package's resources.
        let bundle = "import Foundation\nextension Bundle { static var module: Bundle { .main } }\n"
        try Data(bundle.utf8).write(to: folder.appending(path: "objects/Resources.swift"))
        try compile("Deployment", sources("Deployment/Sources/Deployment") + ["objects/Resources.swift"])
    }

    /// Compiles the App Clip and the app.
    func compileTargets() throws {
        try prepare()
        try compile("Clip", sources("Clip") + sources("Shared"))
        try compile("App", sources("App") + sources("Shared"))
    }

    /// Type-checks the App Clip and the app as a compiler does that makes nothing; the CPU time in seconds.
    func typeCheckTargets() throws -> Double {
        try prepare()
        let imports = ["FoundationNetworking", "UIKit"].flatMap { ["-Xfrontend", "-import-module", "-Xfrontend", $0] }
        let common = [
            try #require(SwiftCompiler.path), "-typecheck", "-swift-version", "6", "-I", "objects", "-parse-as-library",
            "-warnings-as-errors",
        ]
        return try ["Clip", "App"].reduce(0) { seconds, module in
            seconds
                + (try timed(common + imports + ["-module-name", module] + sources(module) + sources("Shared")).seconds)
        }
    }

    /// Drives the App Clip's code through every answer of the system for these URLs; what it prints.
    func flow(_ urls: [String]) throws -> [String] {
        try prepare()
        let clip = sources("Clip").filter { !$0.hasSuffix("ClipApp.swift") && !$0.hasSuffix("SceneDelegate.swift") }
        let imports = ["FoundationNetworking", "UIKit"].flatMap { ["-Xfrontend", "-import-module", "-Xfrontend", $0] }
        let objects = (Self.frameworks + ["Deployment"]).map { "objects/\($0).o" }
        try swiftc(
            ["-parse-as-library", "-module-name", "Flow", "-o", "objects/flow"] + imports
                + [Self.stubs.appending(path: "Flow.swift").path] + clip + sources("Shared") + objects)
        try FileManager.default.copyItem(
            at: folder.appending(path: "Deployment/Sources/Deployment/deployment.json"),
            to: folder.appending(path: "objects/deployment.json"))
        try JSONEncoder().encode(urls).write(to: folder.appending(path: "objects/urls.json"))
        return try lines(["objects/urls.json"], of: "flow")
    }

    /// What the package finds in URLs of other deployments: `url store experience tag content`.
    func destinations(_ documents: [(json: [UInt8], urls: [String])]) throws -> [String] {
        try prepare()
        let objects = (Self.frameworks + ["Deployment"]).map { "objects/\($0).o" }
        try swiftc(
            ["-parse-as-library", "-module-name", "Destinations", "-o", "objects/destinations"]
                + [Self.stubs.appending(path: "Destinations.swift").path] + objects)
        var files: [String] = []
        for (number, document) in documents.enumerated() {
            files += ["objects/\(number).json", "objects/\(number).urls"]
            try Data(document.json).write(to: folder.appending(path: files[files.count - 2]))
            try JSONEncoder().encode(document.urls).write(to: folder.appending(path: files[files.count - 1]))
        }
        return try lines(files, of: "destinations")
    }

    private func lines(_ words: [String], of program: String) throws -> [String] {
        let ended = try SwiftCompiler.run([folder.appending(path: "objects/\(program)").path] + words, in: folder)
        #expect(ended.status == 0, "\(ended.output.suffix(2_000))")
        return ended.output.split(separator: "\n").map(String.init)
    }

    /// Builds the package and runs its tests; the CPU time of everything in seconds. Without the index of
    /// Foundation and XCTest, which only an editor wants, and which a first build makes beside.
    func testPackage() throws -> (output: String, seconds: Double) {
        let swift = try #require(SwiftCompiler.program("swift"))
        return try timed([swift, "test", "--package-path", "Deployment", "-Xswiftc", "-index-ignore-system-modules"])
    }

    /// Runs a command, with the CPU time of all its processes.
    private func timed(_ words: [String]) throws -> (output: String, seconds: Double) {
        let shell = try #require(SwiftCompiler.program("bash"))
        let script = #""$@"; status=$?; times; exit $status"#
        let ended = try SwiftCompiler.run([shell, "-c", script, "bash"] + words, in: folder)
        #expect(ended.status == 0, "\(ended.output.suffix(4_000))")
        // The last line is the time of all children: user, system.
        let times =
            ended.output.split(separator: "\n").last?.split(separator: " ").compactMap { Self.seconds($0) } ?? []
        return (ended.output, times.reduce(0, +))
    }

    /// `0m7.154s`
    private static func seconds(_ text: some StringProtocol) -> Double? {
        let parts = text.dropLast().split(separator: "m").compactMap { Double($0) }
        return parts.count == 2 ? 60 * parts[0] + parts[1] : nil
    }
}
