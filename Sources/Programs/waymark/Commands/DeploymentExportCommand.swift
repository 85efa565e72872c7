import ArgumentParsing
import DeploymentExport
import Faults
import Foundation
import Registry
import UnixSystem

/// `waymark deployment export`: what the App Clip's code needs.
enum DeploymentExportCommand {
    private static let folder = Argument.required("FOLDER", .folder, help: "a folder with deployment.json")
    private static let output = Option.optional("output", .file, help: "the JSON file (default: standard output)")
    private static let project = Option.optional(
        "project", .text, valueName: "FOLDER", help: "write an Xcode project instead, into this folder")
    private static let app = Option.optional(
        "app", .text, valueName: "TEAMID.bundle.Clip", help: "the project's App Clip (default: the deployment's first)")
    private static let lifecycle = Option.optional(
        "lifecycle", .choice(of: ProjectExport.Lifecycle.self),
        help: "how the project's App Clip is launched (default: as in the folder, else swiftui)")
    private static let overwrite = Option.flag(
        "overwrite", help: "replace the project's sources and settings, too, where they were changed")

    static let parameters: [any ParameterKey] = [folder, output, project, app, lifecycle, overwrite]
    static let rules: [Rule] = [.atMostOne(output, project)]

    static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let deployment = try DeploymentFolder(values[folder]).loaded()
        if let path = values[project] { return try export(deployment, to: path, values) }
        let file = try HandoverFile(
            deployment.profile, stores: deployment.stores, experiences: deployment.experiences,
            tags: deployment.batches.flatMap(\.tags))
        let json = try JSONText.document(file)
        guard let path = values[output] else {
            Terminal.result(json)
            return .done
        }
        try File.writeAtomically(Array("\(json)\n".utf8), to: path)
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(
                    Answer(files: [path], kept: [], removed: [], stores: file.stores.count, tags: file.tags.count)))
        } else {
            Terminal.result("\(count(file.stores.count, "store")), \(count(file.tags.count, "tag"))\n  \(path)")
        }
        return .done
    }

    private static func export(
        _ deployment: LoadedDeployment, to path: String, _ values: ParsedValues
    ) throws -> ArgumentParsing.ExitStatus {
        func existing(_ name: String) -> [UInt8]? {
            FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
        }
        let lifecycle = values[lifecycle] ?? ProjectUpdate.lifecycle(of: existing) ?? .swiftUI
        let export = try ProjectExport(deployment, clip: values[app], lifecycle: lifecycle)
        let update = try ProjectUpdate(export, overwriting: values[overwrite], existing: existing)
        let kept = update.kept.map { "\(path)/\($0)" }
        let removed = update.removed.map { "\(path)/\($0)" }
        var written: [String] = []
        for file in removed { try FileManager.default.removeItem(atPath: file) }
        for file in update.written {
            let target = "\(path)/\(file.path)"
            let folder = target.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                .joined(separator: "/")
            try Folder.make(folder)
            try File.writeAtomically(file.bytes, to: target)
            written.append(target)
        }
        let tags = deployment.batches.reduce(0) { $0 + $1.tags.count }
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(
                    Answer(files: written, kept: kept, removed: removed, stores: deployment.stores.count, tags: tags)))
            return .done
        }
        Terminal.result(
            "\(export.clip): \(count(deployment.stores.count, "store")), \(count(written.count, "file")) written")
        for path in written { Terminal.result("  \(path)") }
        for path in removed { Terminal.result("  removed: \(path)") }
        for path in kept { Terminal.note("kept: \(path) was changed by hand; --overwrite replaces it") }
        Terminal.note("on a Mac: cd \(path) && xcodegen; README.md lists what has to be seen there")
        return .done
    }

    /// What `--json` prints when the document itself goes to a file.
    private struct Answer: Encodable {
        let schema = 1
        let files: [String]
        /// What was changed since, and was not written.
        let kept: [String]
        /// What an earlier export had written, and what this one does not have.
        let removed: [String]
        let stores: Int
        let tags: Int
    }
}
