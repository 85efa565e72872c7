import CSV
import Faults
import Testing

@Suite struct `Problems of a file` {
    private func problem(_ line: Int?, _ reason: String) -> FileProblem {
        FileProblem(file: "batch.csv", line: line, reason: reason)
    }

    @Test func `that are equal are one sentence, which names every line`() {
        let problems = (2...2_001).map { problem($0, "store x is not registered") } + [problem(2_003, "tag is empty")]
        #expect(
            FileProblem.sentences(problems) == [
                "batch.csv:2-2001: store x is not registered", "batch.csv:2003: tag is empty",
            ])
        let error = FileError(code: .rows, file: "batch.csv", problems: problems)
        #expect(error.reason.split(separator: "\n").count == 2 && error.next.contains("2001 lines"))
    }

    @Test func `keep the order of their first lines, and gaps between lines`() {
        let problems = [
            problem(9, "b"), problem(3, "a"), problem(4, "b"), problem(5, "a"), problem(10, "b"), problem(9, "b"),
            problem(nil, "has no rows"),
        ]
        #expect(
            FileProblem.sentences(problems) == [
                "batch.csv:4,9-10: b", "batch.csv:3,5: a", "batch.csv: has no rows",
            ])
    }
}
