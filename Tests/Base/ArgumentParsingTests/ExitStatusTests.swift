import ArgumentParsing
import Testing

@Suite struct `An exit status` {
    @Test func `has the number of the manual`() {
        #expect(ArgumentParsing.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 64, 69, 75, 77, 130])
    }

    @Test(arguments: ArgumentParsing.ExitStatus.allCases)
    func `has a sentence of its own`(status: ArgumentParsing.ExitStatus) {
        #expect(status.sentence.hasSuffix("."))
        #expect(ArgumentParsing.ExitStatus.allCases.filter { $0.sentence == status.sentence } == [status])
    }
}
