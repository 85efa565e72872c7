import ArgumentParsing
import DeploymentExport
import Registry
import UnixSystem

/// `waymark deployment export`: what the App Clip's code needs.
enum DeploymentExportCommand {
    static let folder = Argument.required("FOLDER", .folder, help: "a folder with deployment.json")
    static let output = Option.optional("output", .file, help: "the JSON file (default: standard output)")
    static let swift = Option.optional("swift", .file, help: "also write a Swift file for the App Clip's target")

    static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let deployment = try DeploymentFolder(values[folder]).loaded()
        let file = try HandoverFile(
            deployment.profile, stores: deployment.stores, experiences: deployment.experiences,
            tags: deployment.batches.flatMap(\.tags))
        let json = try JSONText.document(file)
        if let path = values[swift] { try File.writeAtomically(Array(try file.swift.utf8), to: path) }
        guard let path = values[output] else {
            Terminal.result(json)
            return .done
        }
        try File.writeAtomically(Array("\(json)\n".utf8), to: path)
        let paths = [path] + [values[swift]].compactMap { $0 }
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(Answer(files: paths, stores: file.stores.count, tags: file.tags.count)))
        } else {
            Terminal.result("\(count(file.stores.count, "store")), \(count(file.tags.count, "tag"))")
            for path in paths { Terminal.result("  \(path)") }
        }
        return .done
    }

    /// What `--json` prints when the document itself goes to a file.
    private struct Answer: Encodable {
        let schema = 1
        let files: [String]
        let stores: Int
        let tags: Int
    }
}
