import Foundation
import TestBench
import Testing
import UnixSystem

/// A command line that is not understood does nothing, and says what was probably meant.
@Suite(.timeLimit(.minutes(10))) struct UsageTests {
    struct Slip: Sendable, CustomTestStringConvertible {
        let line: String
        let message: String
        let next: String

        var testDescription: String { line }

        init(_ line: String, _ message: String, _ next: String) {
            (self.line, self.message, self.next) = (line, message, next)
        }
    }

    static let slips: [Slip] = [
        Slip("audti", "unknown command \"audti\"", "did you mean audit? See waymark --help"),
        Slip("wrte spring", "unknown command \"wrte\"", "did you mean write? See waymark --help"),
        Slip("frobnicate", "unknown command \"frobnicate\"", "waymark --help"),
        Slip("batch craete", "unknown command \"craete\"", "did you mean create? See waymark batch --help"),
        Slip("tag", "waymark tag needs a command", "waymark tag --help"),
        Slip(
            "audit --sightngs x", "unknown option \"--sightngs\"", "did you mean --sightings? See waymark audit --help"),
        Slip("--sokcet x status", "unknown option \"--sokcet\"", "did you mean --socket? See waymark --help"),
        Slip("status --verbose", "unknown option \"--verbose\"", "waymark status --help"),
        Slip("status now", "unexpected argument \"now\"", "waymark status"),
        Slip("batch show", "NAME is missing", "waymark batch show NAME"),
        Slip("audit --sightings", "--sightings needs a value", "--sightings FILE..."),
        Slip("read --timeout 0", "--timeout cannot be \"0\"", "waymark read --help"),
        Slip("write s --at 1,2 --shipping", "--at and --shipping cannot go together", "leave out all but one"),
        Slip("sheet --stock 22805 --output x.pdf", "BATCH or --from is missing", "waymark sheet (BATCH | --from FILE)"),
        Slip("audit --sightings w --stores s", "--stores needs --experiences too", "waymark audit"),
        Slip(
            "audit --sightings w --batch b --stores s --experiences e", "--batch and --stores cannot go together",
            "leave"),
        Slip("store import a.csv b.csv", "unexpected argument \"b.csv\"", "waymark store import FILE"),
    ]

    @Test(arguments: slips) func `a slip is named`(slip: Slip) async throws {
        let words = shellWords(slip.line)
        let ending = try await RunningProgram(
            .commandLine, words, environment: ["WAYMARK_SOCKET": "/nowhere/none.sock"]
        ).wait()
        #expect(ending.status == .exited(64) && ending.output.isEmpty, "\(ending)")
        let complaint = try #require(Complaint(ending.errors), "\(ending)")
        #expect(complaint.message == slip.message)
        #expect(complaint.next.hasPrefix(slip.next), "\(complaint.next)")
    }

    @Test func `a slip is named in JSON where JSON is asked for`() async throws {
        let ending = try await RunningProgram(.commandLine, ["status", "--json=tgas"]).wait()
        #expect(ending.status == .exited(64) && ending.output.isEmpty, "\(ending)")
        let complaint = try JSONDecoder().decode([String: String].self, from: Data(ending.errors.utf8))
        #expect(complaint["message"] == "--json cannot be \"tgas\"")
        #expect(complaint["next"] == "did you mean tags? See waymark status --help")
    }

    @Test(arguments: [" spring", "", "a\u{07}b", String(repeating: "x", count: 65)])
    func `what cannot be a name is refused`(name: String) async throws {
        let ending = try await RunningProgram(.commandLine, ["batch", "show", name]).wait()
        #expect(ending.status == .exited(64))
        let complaint = try #require(Complaint(ending.errors), "\(ending)")
        #expect(complaint.reasons.joined().contains("1 to 64 characters"))
        #expect(!ending.errors.contains("\u{07}"), "a control character reaches the terminal")
    }
}
