package import ReaderProtocol

/// A reader that is open, whatever library drives it. One thread uses it.
package protocol OpenedReader: ~Copyable {
    /// What the library is called, for people.
    static var library: String { get }
    static var limits: AnswerLimits { get }

    var description: ReaderDescription { get }

    /// Carries out one request of the daemon.
    mutating func answer(_ request: Request) -> Answer

    /// Blocks until `descriptor` can be read, the reader has left, where that shows, or the time is up.
    borrowing func wait(forInputOn descriptor: Int32, atMost time: Duration?) -> ReaderWait

    /// Why the reader is of no use any more; nil while it is. Asked while there is nothing else to do.
    mutating func trouble() -> String?

    /// The reader is no longer needed.
    mutating func close()
}

extension OpenedReader where Self: ~Copyable {
    package mutating func trouble() -> String? { nil }

    package mutating func close() {}
}

/// How long a library may take over what it is asked. A library whose calls end by themselves has no such limits: nil.
package struct AnswerLimits: Sendable {
    /// Until the reader is open. A reader that takes longer is stuck; it is waited for on.
    package let opening: Duration?
    /// After either of these the process ends, for nothing else ends a call.
    package let selection: Duration?
    package let exchange: Duration?
    /// How long a reader that cannot be opened yet may take before that is said.
    package let gracePeriod: Duration
    /// Between two attempts to open a reader that another program has, or that is not there yet.
    package let longestPause: Duration
    /// Between two looks whether the reader is still there.
    package let look: Duration?

    package init(
        opening: Duration? = nil, selection: Duration? = nil, exchange: Duration? = nil, gracePeriod: Duration = .zero,
        longestPause: Duration = .seconds(10), look: Duration? = nil
    ) {
        self.opening = opening
        self.selection = selection
        self.exchange = exchange
        self.gracePeriod = gracePeriod
        self.longestPause = longestPause
        self.look = look
    }

    /// For the answer to a request.
    func limit(of request: Request) -> Duration? {
        switch request {
        case .select: selection
        case .transceive: exchange
        }
    }
}
