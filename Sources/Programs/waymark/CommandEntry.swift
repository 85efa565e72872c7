import ArgumentParsing
import Dispatch
import UnixSystem

@main
enum CommandEntry {
    /// Not `async`: there would be a second thread before a command's preparation.
    static func main() {
        Signals.ignoreBrokenPipe()
        do {
            switch try CommandTable.program.parse(Array(CommandLine.arguments.dropFirst())) {
            case .print(let text):
                Terminal.result(text, terminator: "")
                CurrentProcess.end(ArgumentParsing.ExitStatus.done.rawValue)
            case .run(let call):
                try call.prepare()
                Task { CurrentProcess.end(await status(of: call).rawValue) }
            }
        } catch {
            CurrentProcess.end(explain(error).rawValue)
        }
        dispatchMain()
    }

    private static func status(of call: CommandCall) async -> ArgumentParsing.ExitStatus {
        do {
            return try await call.run()
        } catch {
            return explain(error)
        }
    }

    private static func explain(_ error: any Error) -> ArgumentParsing.ExitStatus {
        let explanation = Explanation(error)
        StandardError.complain(explanation.fault)
        return explanation.status
    }
}
