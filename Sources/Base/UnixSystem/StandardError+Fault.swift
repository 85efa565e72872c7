public import Faults

extension StandardError {
    /// What a program says before it fails: three lines, or with `--json` on the command line one line of JSON.
    public static func complain(_ fault: Complaint) {
        write(wantsJSON ? fault.json + "\n" : fault.lines)
    }

    /// Known before the command line is understood, which may fail itself.
    private static let wantsJSON = CommandLine.arguments.prefix { $0 != "--" }
        .contains { $0 == "--json" || $0.hasPrefix("--json=") }
}
