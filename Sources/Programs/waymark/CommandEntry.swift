import ArgumentParsing
import UnixSystem

@main
enum CommandEntry {
    static func main() async {
        Signals.ignoreBrokenPipe()
        CurrentProcess.end(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ words: [String]) async -> ArgumentParsing.ExitStatus {
        do {
            switch try CommandTable.program.parse(words) {
            case .print(let text):
                Terminal.result(text, terminator: "")
                return .done
            case .run(let call): return try await call.run()
            }
        } catch {
            let explanation = Explanation(error)
            StandardError.complain(explanation.fault)
            return explanation.status
        }
    }
}
