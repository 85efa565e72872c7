import Faults
import Registry
import Testing

@Suite struct `Which labels are printed` {
    private func decide(
        _ batch: Batch, _ medium: Medium = .qr, only names: [String]? = nil, again: Bool = false,
        doubts: [BatchCheck.Doubt] = []
    ) throws -> PrintSelection.Decision {
        try PrintSelection.decide(
            batch, medium, only: try names.map { Set(try $0.map { try #require(TagID($0)) }) }, again: again,
            doubts: doubts)
    }

    private func selection(_ decision: PrintSelection.Decision) -> (tags: [String], omitted: [String])? {
        guard case .print(let selection) = decision else { return nil }
        return (selection.tags.map(\.id.text), selection.omitted.map(\.id.text))
    }

    private func question(_ decision: PrintSelection.Decision) -> ReprintQuestion? {
        guard case .ask(let question) = decision else { return nil }
        return question
    }

    @Test func `all that was not printed before, without what is retired or of another medium`() throws {
        let batch = try Batch.of([
            (.qr, .planned, 0), (.qr, .printed, 1), (.qr, .retired, 1), (.nfc, .planned, 0),
            (.appClipCode, .planned, 0), (.qr, .outdated, 1),
        ])
        let chosen = try #require(selection(try decide(batch)))
        #expect(chosen.tags == ["t1", "t6"])
        #expect(chosen.omitted == ["t2"])
        #expect(try #require(selection(try decide(batch, .appClipCode))).tags == ["t5"])
    }

    @Test func `a label that is given up or has another URL now is new, and is journalled as a reprint`() throws {
        let batch = try Batch.of([(.qr, .planned, 1), (.qr, .outdated, 1), (.qr, .planned, 0)])
        guard case .print(let selection) = try decide(batch) else {
            Issue.record("nothing is printed")
            return
        }
        #expect(selection.tags.count == 3)
        #expect(selection.reprints.map(\.text) == ["t1", "t2"])
    }

    @Test(arguments: [nil, ["t2"], ["t1", "t2"]] as [[String]?])
    func `a second label is asked about, and made after a yes`(named: [String]?) throws {
        let first: TagState = named == nil ? .printed : .planned
        let batch = try Batch.of([(.qr, first, 1), (.qr, .printed, 1)])
        let question = try #require(question(try decide(batch, only: named)))
        #expect(question.printed.map(\.id.text) == (named == nil ? ["t1", "t2"] : ["t2"]))
        #expect(question.areNamed == (named != nil))
        #expect(question.refusal.code == .printedBefore)
        #expect(question.refusal.reason.contains("tag \(question.printed[0].id) was printed before"))
        let chosen = try #require(selection(try decide(batch, only: named, again: true)))
        #expect(chosen.tags == named ?? ["t1", "t2"])
        #expect(chosen.omitted.isEmpty)
    }

    @Test func `the question names some of the labels and all of their number`() throws {
        let four = try Batch.of(Array(repeating: (.qr, .printed, 1), count: 4))
        #expect(
            try #require(question(try decide(four))).text
                == "4 labels were printed before (t1, t2, t3, ...): an old label that still hangs would open the same "
                + "place. Print once more?")
        let one = try Batch.of([(.qr, .printed, 1)])
        #expect(try #require(question(try decide(one))).text.hasPrefix("1 label was printed before (t1): "))
    }

    @Test(arguments: [["t9"], ["t1", "t2"], ["t1", "t3"]])
    func `a tag without such a label in service is refused by name`(named: [String]) throws {
        let batch = try Batch.of([(.qr, .planned, 0), (.nfc, .planned, 0), (.qr, .retired, 1)])
        let refusal = #expect(throws: BatchRefusal.self) { try decide(batch, only: named, again: true) }
        #expect(refusal?.code == .notPrintable)
        #expect(refusal?.message == "the label of tag \(named[named.count - 1]) is not printed")
    }

    @Test func `a batch without labels has nothing to print, and neither has an empty wish`() throws {
        let batch = try Batch.of([(.nfc, .planned, 0), (.qr, .retired, 0)])
        for again in [false, true] {
            let refusal = #expect(throws: BatchRefusal.self) { try decide(batch, again: again) }
            #expect(refusal?.code == .notPrintable)
            #expect(refusal?.reason == "none of its tags in service is a QR code")
        }
        let other = try Batch.of([(.qr, .planned, 0)])
        #expect(throws: BatchRefusal.self) { try decide(other, only: []) }
    }

    @Test(arguments: BatchCheck.Doubt.Code.allCases)
    func `what would not open its store is refused, and only where it is printed`(code: BatchCheck.Doubt.Code) throws {
        let batch = try Batch.of([(.qr, .planned, 0), (.qr, .printed, 1)])
        let doubt = BatchCheck.Doubt(tag: batch.tags[1], code: code, why: "it is so")
        #expect(try #require(selection(try decide(batch, doubts: [doubt]))).tags == ["t1"])
        let refusal = #expect(throws: BatchRefusal.self) { try decide(batch, again: true, doubts: [doubt]) }
        #expect(refusal?.code.rawValue == code.rawValue)
        #expect(refusal?.next == doubt.next)
    }
}
