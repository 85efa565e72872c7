import ArgumentParsing
import Registry

/// Options of the commands that take files in.
enum ImportOptions {
    static let deployment = Option.optional(
        "deployment", .identifier("NAME") as Conversion<DeploymentName>, valueName: "NAME",
        help: "the deployment that the rows belong to (default: none)")

    static let dryRun = Option.flag("dry-run", help: "say what would change, and change nothing")

    static let yes = Option.flag("yes", help: "do not ask before a region moves away from deployed tags")
}
