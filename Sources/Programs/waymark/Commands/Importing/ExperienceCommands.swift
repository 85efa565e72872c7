import API
import AppClips
import ArgumentParsing
import Registry

enum ExperienceCommands {
    private static let file = Argument.required("FILE", .file, help: "url,title,subtitle,action as CSV")
    private static let url = Argument.required("URL", .text, help: "the URL that a tag carries")

    static let group = Command(
        group: "experience", abstract: "The registered App Clip experiences.",
        subcommands: [
            Command(
                "import", abstract: "Adds experiences from a CSV file, or replaces those of the same URL.",
                discussion: "A bad row refuses the whole file. A URL that a deployment has stays in that deployment.",
                examples: [Example("Take in what is registered", "waymark experience import experiences.csv")],
                parameters: [file, ImportOptions.deployment, ImportOptions.dryRun],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: importFile),
            Command(
                "delete", abstract: "Deletes an experience that no tag opens.",
                discussion:
                    "It stays registered with Apple: see waymark appstore plan. Once deactivated there, phones may open "
                    + "it for days.",
                examples: [
                    Example("Take a mistake back", "waymark experience delete https://fruta.example/store/cupertno")
                ],
                parameters: [url, Deletion.yes], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: delete),
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
            try ImportFile.read(values[file]), file: values[file], deployment: values[ImportOptions.deployment],
            isDryRun: values[ImportOptions.dryRun])
        try ImportFile.report(result, "experience", from: values[file], values: values)
        return .done
    }

    private static func delete(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard try Deletion.isAgreed("delete the experience \(values[url])?", values) else { return .failed }
        let deleted = try await Daemon.client(values).deleteExperience(values[url])
        Terminal.result(
            values.wantsJSON ? try JSONText.document(deleted) : "experience \(deleted.url) deleted")
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
                    "  store: \(Self.name(answer.store)) (by \(answer.store.by?.rawValue ?? ""))")
            case .none: Terminal.result("  store: none: \(answer.store.why ?? "")")
            case .ambiguous:
                let candidates = answer.store.candidates.map(\.text).joined(separator: ", ")
                Terminal.result("  store: ambiguous: \(answer.store.why ?? ""): \(candidates)")
            }
        }
        return answer.outcome == .match ? .done : .findings
    }

    private static func name(_ answer: ExperienceAnswer.StoreAnswer) -> String {
        answer.store.map { StoreID($0, of: answer.deployment).fullText } ?? ""
    }
}
