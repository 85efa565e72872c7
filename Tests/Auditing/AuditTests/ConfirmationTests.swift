import Audit
import CSV
import Registry
import Testing

@Suite struct `Confirmations` {
    private func codes(_ outcomes: [(Registry.Confirmation.Outcome, String?)]) throws -> [FindingCode] {
        let chain = try Chain()
        return chain.audit([], answers(chain, outcomes)).findings.map(\.code)
    }

    private func answers(
        _ chain: Chain, _ outcomes: [(Registry.Confirmation.Outcome, String?)], _ store: String = "cupertino"
    ) -> [Registry.Confirmation] {
        outcomes.enumerated().map { minute, answer in
            Registry.Confirmation(
                time: Timestamp(milliseconds: 1_795_000_000_000 + Int64(minute) * 60_000),
                url: chain.url("1", store), outcome: answer.0, device: answer.1)
        }
    }

    @Test func `two refusals in a row are enough, one is not`() throws {
        #expect(try codes([(.notInRegion, nil)]) == [])
        #expect(try codes([(.notInRegion, nil), (.notInRegion, nil)]) == [.customerRefused])
        #expect(try codes([(.notInRegion, nil), (.inRegion, nil), (.notInRegion, nil)]) == [])
    }

    @Test func `what refuses a code does not speak of tapping`() throws {
        let chain = try Chain()
        let finding = try #require(
            chain.audit([], answers(chain, [(.notInRegion, "a"), (.notInRegion, "b")])).findings.first)
        #expect(!finding.message.contains("tap") && !finding.next.contains("tap"))
    }

    @Test func `that the URL is not registered counts until a phone is asked about its place again`() throws {
        #expect(try codes([(.inRegion, "a"), (.doesNotMatch, "b")]) == [.unregistered])
        #expect(try codes([(.doesNotMatch, "a"), (.inRegion, "b")]) == [])
        #expect(try codes([(.doesNotMatch, "a"), (.disallowed, "b")]) == [.unregistered])
    }

    @Test func `one person retrying is one witness`() throws {
        #expect(try codes(Array(repeating: (.notInRegion, "a"), count: 9)) == [])
        #expect(try codes([(.notInRegion, "a"), (.notInRegion, "b")]) == [.customerRefused])
        #expect(try codes([(.notInRegion, "a"), (.notInRegion, "b"), (.inRegion, "b")]) == [])
    }

    @Test func `a tag that was fine for long and is refused now is found`() throws {
        let fine = (0..<500).map { (Registry.Confirmation.Outcome.inRegion, Optional("p\($0)")) }
        #expect(try codes(fine) == [])
        #expect(
            try codes(fine + [(.notInRegion, "x"), (.notInRegion, "y"), (.notInRegion, "z")]) == [.customerRefused])
    }

    @Test func `who declined says nothing about the place`() throws {
        #expect(try codes(Array(repeating: (.disallowed, nil), count: 40)) == [])
    }

    @Test func `an answer that the URL does not match is a registration that is missing`() throws {
        let chain = try Chain()
        let report = chain.audit([], answers(chain, [(.doesNotMatch, "a")]))
        #expect(report.findings.map(\.code) == [.unregistered])
        #expect(report.findings.first?.evidence.reason == "customers' phones say doesNotMatch")
    }

    @Test func `refusals of a tag that was seen elsewhere are evidence there`() throws {
        let chain = try Chain()
        let seen = [try chain.sighting(chain.url("1", "cupertino"), at: "seoul")]
        let report = chain.audit(seen, answers(chain, [(.notInRegion, "a"), (.notInRegion, "b")]))
        #expect(report.findings.map(\.code) == [.misplaced])
        #expect(report.findings.first?.evidence.refusals == 2)
    }

    @Test func `the order of rows and rows read twice change nothing`() throws {
        let chain = try Chain()
        let answers = answers(chain, (0..<200).map { ($0 % 3 == 0 ? .inRegion : .notInRegion, "p\($0 % 90)") })
        let expected = chain.audit([], answers).findings
        #expect(expected.map(\.code) == [.customerRefused])
        #expect(chain.audit([], answers.reversed()).findings == expected)
        #expect(chain.audit([], answers + answers).findings == expected)
    }

    @Test func `a file of confirmations is read, and bad rows are named`() throws {
        let chain = try Chain()
        let auditor = Auditor(chain.scope())
        let url = chain.url("1", "cupertino")
        let text = """
            time,url,outcome
            2026-11-19T17:10:38Z,\(url),notInRegion
            2026-11-19T17:11:38Z,\(url),notInRegion
            2026-11-19T17:12:38Z,\(url),maybe
            """
        try auditor.intake.readConfirmations("taps.csv", bytes: Array(text.utf8), threads: 2)
        let report = auditor.outcome().report()
        #expect(report.findings.map(\.code) == [.customerRefused])
        #expect(
            report.badRows?.problems.map(\.description) == [
                "taps.csv:4: outcome \"maybe\" is none of inRegion, notInRegion, doesNotMatch and disallowed"
            ])
    }
}
