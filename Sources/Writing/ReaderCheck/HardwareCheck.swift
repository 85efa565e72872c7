internal import Faults
internal import NFCTags

/// Asks a reader what is not known of its kind, through the worker that drives it at a station, with a person who puts
/// tags on it. Nothing is locked, no password is set, and of a kind of reader only its own dialect is used.
package final class HardwareCheck {
    let bench: any CheckBench
    let tags: Set<SpareTag>
    /// Whether a tag that holds a message is a spare one all the same.
    let overwrites: Bool
    /// Gets each as it comes.
    let answered: @Sendable (ReaderAnswer) -> Void
    var link: any TagLink
    package private(set) var answers: [ReaderAnswer] = []
    /// The reader has not come back: the rest is left out.
    private var isReaderLost = false
    /// What tags are still to get back.
    var loans: [Loan] = []

    /// Between two looks for a tag.
    private static let pause = Duration.milliseconds(100)
    /// How often a question is asked anew of a tag that has left.
    private static let attempts = 3

    package init(
        _ bench: any CheckBench, tags: Set<SpareTag>, overwrites: Bool = false,
        answered: @escaping @Sendable (ReaderAnswer) -> Void = { _ in }
    ) {
        self.bench = bench
        self.tags = tags
        self.overwrites = overwrites
        self.answered = answered
        link = bench.link
    }

    /// Asks everything that the reader and the tags allow. Throws only where the task is cancelled.
    package func run() async throws {
        let capabilities = await link.capabilities
        try await checkEmptyReader()
        if tags.contains(.ntag) { try await checkType2(capabilities) }
        if tags.contains(.type4) { try await checkType4() }
        if tags.contains(.type5), !capabilities.isDisjoint(with: [.type5, .type5Raw]) {
            try await checkType5(capabilities)
        }
        // Another worker takes over: last.
        if tags.contains(.ntag), capabilities.contains([.plain, .raw]) { try await checkPlain() }
    }

    // MARK: One question

    /// Selects the tag and asks. A tag that has left meanwhile is asked for, and asked again. A question that is interrupted
    /// is answered as well: what its tag is still to get back is in the form.
    func ask(
        _ question: CheckQuestion, of tag: SelectedTag?, _ body: (any TagLink) async throws -> Reaction
    ) async throws {
        do {
            try await askInTurns(question, of: tag, body)
        } catch let error as CancellationError {
            await giveBackAtLast()
            answer(question, .unanswered("it was interrupted"))
            throw error
        }
    }

    private func askInTurns(
        _ question: CheckQuestion, of tag: SelectedTag?, _ body: (any TagLink) async throws -> Reaction
    ) async throws {
        guard !isReaderLost else { return answer(question, .unanswered("the reader has not come back")) }
        for attempt in 1...Self.attempts {
            if let tag, try await !isBack(tag) {
                return answer(question, .unanswered("tag \(tag.uid) has left and did not come back in time"))
            }
            if let tag { await giveBack(to: tag) }
            do {
                return answer(question, try await body(link))
            } catch let error as CancellationError {
                throw error
            } catch {
                let trouble = Trouble(error)
                if trouble.concernsReader {
                    isReaderLost = await !bench.isReaderBack()
                    if !isReaderLost { _ = try await isThere(tag) }
                    return answer(question, .unexpected(trouble.text + (isReaderLost ? "; it has not come back" : "")))
                }
                let isStaying = try await isThere(tag)
                guard tag != nil, !isStaying, attempt < Self.attempts else {
                    return answer(question, .unexpected(trouble.text))
                }
            }
        }
    }

    /// Whether the tag is there after something came to nothing. Then it gets back what it is owed.
    private func isThere(_ tag: SelectedTag?) async throws -> Bool {
        guard let tag, try await look()?.uid == tag.uid else { return false }
        await giveBack(to: tag)
        return true
    }

    private func answer(_ question: CheckQuestion, _ finding: Reaction) {
        let seen = [finding.seen] + loans.filter { $0.question == question }.map(\.debt)
        let answer = ReaderAnswer(
            question: question, verdict: finding.verdict, seen: seen.joined(separator: "; "),
            exchanges: bench.takeTrace())
        answers.append(answer)
        answered(answer)
    }

    func leaveOut(_ questions: [CheckQuestion], because reason: String) {
        for question in questions { answer(question, .unanswered(reason)) }
    }

    enum Outcome {
        case answered([UInt8])
        /// A refusal, or silence, and what the reader says of it.
        case refused(String)
    }

    /// What becomes of a command that a tag need not answer. Throws where the reader is to blame.
    static func outcome(of command: [UInt8], over link: any TagLink) async throws(TagLinkError) -> Outcome {
        do throws(TagLinkError) {
            return .answered(try await link.transceive(command, expecting: .data))
        } catch {
            if error.concernsReader { throw error }
            return .refused(error.reason)
        }
    }

    // MARK: Tags that come and go

    /// The tag on the reader; nil when there is none, or none that can be selected alone.
    func look() async throws -> SelectedTag? {
        try Task.checkCancellation()
        do {
            return try await link.select()
        } catch {
            if error.concernsReader { _ = await bench.isReaderBack() }
            return nil
        }
    }

    /// Waits until the reader shows what is wanted; nil when it does not within the bench's timeout.
    func waitFor<Result>(_ wanted: (SelectedTag?) async throws -> Result?) async throws -> Result? {
        let end = ContinuousClock.now + bench.tagTimeout
        repeat {
            if let result = try await wanted(try await look()) { return result }
            // Of the waiting itself there is nothing to learn.
            _ = bench.takeTrace()
            try await Task.sleep(for: Self.pause)
        } while ContinuousClock.now < end
        return nil
    }

    private func isBack(_ tag: SelectedTag) async throws -> Bool {
        if try await look()?.uid == tag.uid { return true }
        bench.instruct("Put tag \(tag.uid) on the reader again, and leave it there.")
        return try await waitFor { $0?.uid == tag.uid ? true : nil } ?? false
    }
}
