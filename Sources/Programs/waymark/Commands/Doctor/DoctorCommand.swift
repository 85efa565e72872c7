import API
import ArgumentParsing
import Doctor
import Labels
import Version

enum DoctorCommand {
    private static let registry = Option.defaulting(
        to: "/var/lib/waymark/registry.sqlite", "registry", .file, help: "the registry of the station")

    private static let credentials = Option.defaulting(
        to: StationCommands.usualCredentials, "credentials", .file,
        help: "the station's key and token for its hub, where it has joined one")

    static let command = Command(
        "doctor", abstract: "Checks this machine and shows the command that fixes each problem.",
        discussion: """
            Looks at readers on USB and serial ports, who may open them and who has, at the package, the daemon, the \
            registry and its disk, the hub that the station has joined, the clock, the position, printers and fonts. It changes nothing. As root it also \
            sees which programs of other users hold a reader. docs/operations.md lists the findings. The exit status \
            is 0 without findings, 2 with findings.
            """,
        examples: [Example("See why a reader does not work", "waymark doctor")],
        parameters: [registry, credentials, PositionSource.gpsd], furtherExitStatuses: [.findings], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let daemon = await Surroundings.daemon(values)
        var picture = Inspection(registry: values[registry]).picture(connections: daemon.connections)
        picture.daemon = daemon.picture
        do {
            picture.upstream = try await UpstreamSight.picture(
                values, credentials: StationCommands.absolute(values[credentials]), picture.programs.rounds)
        } catch {
            picture.isHubKnown = false
        }
        picture.programs.version = Release.version
        picture.programs.workerVersion = Surroundings.workerVersion()
        picture.gps = try await Surroundings.gps(
            values[PositionSource.gpsd], isRunning: picture.programs.running.contains("gpsd"))
        picture.printing = Surroundings.printing()
        picture.scriptsWithoutFont = FontCoverage.missingScripts()
        let report = DiagnosisReport(picture)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(report))
        } else {
            show(report)
        }
        return report.findings.isEmpty ? .done : .findings
    }

    private static func show(_ report: DiagnosisReport) {
        for part in report.notChecked { Terminal.note("not checked: \(part)") }
        Terminal.result(report.text)
    }
}
