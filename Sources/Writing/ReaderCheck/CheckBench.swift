package import NFCTags
package import ReaderProtocol

/// The reader that is checked, and the person beside it.
package protocol CheckBench: Sendable {
    /// The reader by the dialect of its kind.
    var link: any TagLink { get }

    /// The same reader by the commands that every smart-card reader has; nil where there is no such way. From then on
    /// `link` is of no use.
    func reopenPlain() async throws -> (any TagLink)?

    /// Waits until a reader that has failed is there again; false when it does not come back in time.
    func isReaderBack() async -> Bool

    /// What has gone over since this was last asked.
    func takeTrace() -> [TracedExchange]

    /// Tells the person what to do.
    func instruct(_ text: String)

    /// How long the person has for each instruction.
    var tagTimeout: Duration { get }
}
