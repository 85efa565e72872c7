import API
import AppClips
import ArgumentParsing
import Foundation
import Geodesy
import Registry
import UnixSystem

/// Files on the way to the daemon.
enum ImportFile {
    /// Larger files of stores or experiences than this are refused by the daemon, too.
    static let limit = 64 << 20

    static func read(_ path: String) throws -> [UInt8] { try File.read(path, limit: limit) }

    static func report(_ result: ImportResult, _ what: String, from file: String, _ values: ParsedValues) throws {
        if values.wantsJSON { return Terminal.result(try JSONText.document(result)) }
        for warning in result.warnings { Terminal.note("warning: \(warning)") }
        Terminal.result("\(count(result.rows, what)) imported from \(file)")
    }
}

enum StoreCommands {
    private static let file = Argument.required("FILE", .file, help: "store,name,latitude,longitude,radius as CSV")

    static let group = Command(
        group: "store", abstract: "The places whose tags are written and audited.",
        subcommands: [
            Command(
                "import", abstract: "Adds stores from a CSV file, or replaces those of the same identifier.",
                discussion: "Latitude and longitude in degrees (WGS 84), radius in metres, at most 500. A store with "
                    + "neither coordinates nor radius roams. A bad row refuses the whole file.",
                examples: [Example("Take in a list of stores", "waymark store import stores.csv")],
                parameters: [file], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: importFile),
            Command(
                "list", abstract: "Lists the stores.",
                examples: [Example("See all stores", "waymark store list")],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
        ])

    private static func importFile(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let result = try await Daemon.client(values).importStores(
            try ImportFile.read(values[file]), file: values[file])
        try ImportFile.report(result, "store", from: values[file], values)
        return .done
    }

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).stores()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
            return .done
        }
        var table = Table(["STORE", "NAME", "LATITUDE", "LONGITUDE", "RADIUS"])
        for store in list.stores {
            let place = store.region.map { region in
                [String(region.centre.latitude), String(region.centre.longitude), "\(Int(region.radius)) m"]
            }
            table.append([store.id.text, store.name] + (place ?? ["roaming"]))
        }
        Terminal.result(table.text)
        return .done
    }
}

enum ExperienceCommands {
    private static let file = Argument.required("FILE", .file, help: "url,title,subtitle,action as CSV")
    private static let url = Argument.required("URL", .text, help: "the URL that a tag carries")

    static let group = Command(
        group: "experience", abstract: "The registered App Clip experiences.",
        subcommands: [
            Command(
                "import", abstract: "Adds experiences from a CSV file, or replaces those of the same URL.",
                discussion: "A bad row refuses the whole file.",
                examples: [Example("Take in what is registered", "waymark experience import experiences.csv")],
                parameters: [file], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: importFile),
            Command(
                "match", abstract: "Says which registered experience answers for a URL.",
                discussion: "The most specific registered prefix wins. Where Apple leaves open whether one matches, "
                    + "the answer is \"ambiguous\". Every other prefix is named with the reason why it does not win, and "
                    + "the store that the URL means, by its identifier, its position or its experience. A match is a "
                    + "prediction of what iOS does. Without a match the exit status is 2.",
                examples: [
                    Example(
                        "Ask for a tag's URL", "waymark experience match https://fruta.example/store/cupertino")
                ],
                parameters: [url], furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission], run: match),
        ])

    private static func importFile(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let result = try await Daemon.client(values).importExperiences(
            try ImportFile.read(values[file]), file: values[file])
        try ImportFile.report(result, "experience", from: values[file], values)
        return .done
    }

    private static func match(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let answer = try await Daemon.client(values).match(values[url])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(answer))
        } else {
            switch answer.outcome {
            case .match:
                Terminal.result("match: \(answer.experience?.url.text ?? "") (\(answer.experience?.card.title ?? ""))")
            case .none: Terminal.result("no match: \(answer.why ?? "")")
            case .ambiguous: Terminal.result("ambiguous: \(answer.why ?? "")")
            }
            if answer.outcome == .match { Terminal.result("  why: \(answer.explanation)") }
            for other in answer.reasons { Terminal.result("  also: \(other.url) (\(other.why))") }
            switch answer.store.outcome {
            case .match:
                Terminal.result(
                    "  store: \(answer.store.store?.text ?? "") (by \(answer.store.by?.rawValue ?? ""))")
            case .none: Terminal.result("  store: none: \(answer.store.why ?? "")")
            case .ambiguous:
                let candidates = answer.store.candidates.map(\.text).joined(separator: ", ")
                Terminal.result("  store: ambiguous: \(answer.store.why ?? ""): \(candidates)")
            }
        }
        return answer.outcome == .match ? .done : .findings
    }
}

enum DeploymentCommands {
    private static let folder = Argument.required("FOLDER", .folder, help: "a folder with deployment.json")

    static let group = Command(
        group: "deployment", abstract: "Whole deployments: stores, experiences and batches together.",
        subcommands: [
            Command(
                "load", abstract: "Takes in a deployment, all of it or nothing.",
                discussion: "Loading it again brings stores and experiences up to date and leaves batches alone.",
                examples: [Example("Load the example", "waymark deployment load tags/fruta")],
                parameters: [folder], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: load),
            Command(
                "export", abstract: "Writes what the App Clip's code needs: stores, regions, test vectors.",
                discussion: "The App Clip then confirms locations with the regions that an audit uses. The Swift file "
                    + "needs the standard library alone. Works on the folder, without a daemon.",
                examples: [
                    Example(
                        "Hand over to the app team",
                        "waymark deployment export tags/fruta --output fruta.json --swift FrutaDeployment.swift")
                ],
                parameters: [DeploymentExport.folder, DeploymentExport.output, DeploymentExport.swift],
                run: DeploymentExport.run),
        ])

    private static func load(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let request = try DeploymentFolder(values[folder]).request()
        let result = try await Daemon.client(values).load(request)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(result))
            return .done
        }
        for warning in result.warnings { Terminal.note("warning: \(warning)") }
        Terminal.result(
            "deployment \(result.name) loaded: \(count(result.stores, "store")), \(count(result.experiences, "experience")), "
                + count(result.batches.count, "batch"))
        for batch in result.batches { Terminal.result("  \(batch.name): \(count(batch.tags, "tag"))") }
        if let audit = evidence(request.manifest.files, in: values[folder]) { Terminal.result(audit) }
        return .done
    }

    /// What the folder has for audits is no part of the registry: the command that uses it.
    private static func evidence(_ files: DeploymentManifest.Files, in folder: String) -> String? {
        let paths =
            files.sightings.map { "--sightings \(folder)/\($0)" }
            + files.confirmations.map { "--confirmations \(folder)/\($0)" }
        guard !paths.isEmpty else { return nil }
        let all = count(files.sightings.count + files.confirmations.count, "file")
        guard !files.sightings.isEmpty else { return "\(all) of confirmations not loaded: an audit takes them" }
        return "\(all) of sightings and confirmations not loaded; to audit them: waymark audit "
            + paths.joined(separator: " ")
    }
}
