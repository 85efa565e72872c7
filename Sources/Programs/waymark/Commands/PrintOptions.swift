import API
import ArgumentParsing
import Registry

/// Which labels of a batch a person wants on paper.
enum PrintOptions {
    static let again = Option.flag("again", help: "print labels that were printed before once more, without asking")
    static let tag = Option.repeated(
        "tag", .identifier("TAG") as Conversion<TagID>, valueName: "TAG",
        help: "print the label of this tag only (repeatable)")

    /// The labels that are to be printed now. Asks on a terminal before a label is made once more; throws where it
    /// cannot ask, and when the answer is no.
    static func selection(
        of detail: BatchDetail, _ medium: Medium, _ values: ParsedValues
    ) throws -> PrintSelection {
        let named = values[tag].isEmpty ? nil : Set(values[tag])
        func decide(again: Bool) throws -> PrintSelection {
            let decision = try PrintSelection.decide(
                detail.batch, medium, only: named, again: again, doubts: detail.batchDoubts)
            switch decision {
            case .print(let selection): return selection
            case .ask(let question):
                guard Terminal.agrees(question.text) else { throw question.refusal }
                return try decide(again: true)
            }
        }
        let selection = try decide(again: values[again])
        if !selection.omitted.isEmpty {
            Terminal.note("printed before and left out: \(count(selection.omitted.count, "label"))")
        }
        return selection
    }
}
