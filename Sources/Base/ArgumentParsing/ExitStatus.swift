/// How a program of Waymark ends: the same numbers for all of them, listed in the manual and in every help page.
///
/// 64 to 77 are the numbers of `sysexits.h`; 130 is what a shell reports for SIGINT.
package enum ExitStatus: Int32, Sendable, CaseIterable, Comparable {
    case done = 0
    case failed = 1
    case findings = 2
    case partlyDone = 3
    case usage = 64
    case daemonUnreachable = 69
    case timedOut = 75
    case noPermission = 77
    case interrupted = 130

    /// What the status means, in one sentence.
    package var sentence: String {
        switch self {
        case .done: "Everything that was asked for is done."
        case .failed: "It failed; standard error says why and what to do next."
        case .findings: "It is done, and there are findings to look at."
        case .partlyDone: "It is partly done; standard error names what is missing."
        case .usage: "The command line was not understood; nothing was done."
        case .daemonUnreachable: "The daemon could not be reached."
        case .timedOut: "No tag, reader or position came in time."
        case .noPermission: "A permission is missing."
        case .interrupted: "It was interrupted before its end."
        }
    }

    package static func < (first: ExitStatus, second: ExitStatus) -> Bool { first.rawValue < second.rawValue }
}
