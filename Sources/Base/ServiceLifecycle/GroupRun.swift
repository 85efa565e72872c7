import Logging

/// One run of a group: takes what happens, one event at a time, and brings the services down when it is time.
struct GroupRun {
    enum Event: Sendable {
        case shutdownRequested
        case cancelled
        /// A service has returned, or thrown.
        case ended(Int, (any Error)?)
        /// The time that a service had to stop is over.
        case deadlinePassed(Int)
    }

    private struct Member {
        let name: String
        let shutdown: GracefulShutdown
        let task: Task<Void, Never>
        /// Runs from the moment the service is asked to stop.
        var deadline: Task<Void, Never>?
        var isCancelled = false
        /// Ended, or left behind.
        var isOver = false
    }

    private let logger: Logger
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let events: AsyncStream<Event>.Continuation
    private var members: [Member] = []
    private var isStopping = false
    private(set) var firstError: (any Error)?

    /// Starts the services in their order.
    init(
        _ services: [any Service], logger: Logger, deadline: Duration, clock: any Clock<Duration>,
        events: AsyncStream<Event>.Continuation
    ) {
        self.logger = logger
        self.deadline = deadline
        self.clock = clock
        self.events = events
        members = services.enumerated().map { number, service in start(service, number) }
    }

    var isOver: Bool { members.allSatisfy(\.isOver) }

    mutating func take(_ event: Event) {
        switch event {
        case .shutdownRequested: logger.info("stopping")
        case .cancelled: cancelAll()
        case .ended(let number, let error): end(number, error)
        case .deadlinePassed(let number): giveUp(on: number)
        }
        isStopping = true
        stopLast()
    }

    private func start(_ service: any Service, _ number: Int) -> Member {
        let shutdown = GracefulShutdown()
        logger.debug("starting service", metadata: ["service": service.name])
        let task = Task { [events] in
            do {
                try await GracefulShutdown.$current.withValue(shutdown) { try await service.run() }
                events.yield(.ended(number, nil))
            } catch {
                events.yield(.ended(number, error))
            }
        }
        return Member(name: service.name, shutdown: shutdown, task: task)
    }

    /// Asks the last service that still runs, unless it is asked already: those before it may be what it needs.
    private mutating func stopLast() {
        guard let number = members.lastIndex(where: { !$0.isOver }), members[number].deadline == nil else {
            return
        }
        logger.debug("stopping service", metadata: ["service": members[number].name])
        startDeadline(for: number)
        members[number].shutdown.request()
    }

    private mutating func startDeadline(for number: Int) {
        members[number].deadline = Task { [clock, deadline, events] in
            guard (try? await clock.sleep(for: deadline)) != nil else { return }
            events.yield(.deadlinePassed(number))
        }
    }

    private mutating func end(_ number: Int, _ error: (any Error)?) {
        let member = members[number]
        members[number].isOver = true
        member.deadline?.cancel()
        let wasAsked = member.isCancelled || member.shutdown.isRequested
        guard let failure = error ?? (isStopping ? nil : ServiceLifecycleError.endedUnasked(member.name)),
            !(wasAsked && failure is CancellationError)
        else { return }
        logger.error("service failed", metadata: ["service": member.name, "error": "\(failure)"])
        firstError = firstError ?? failure
    }

    private mutating func giveUp(on number: Int) {
        let member = members[number]
        guard !member.isOver else { return }
        let facts = ["service": member.name, "deadline": "\(deadline)"]
        if member.isCancelled {
            logger.error("service does not stop though cancelled; leaving it behind", metadata: facts)
            members[number].isOver = true
        } else {
            logger.warning("service does not stop; cancelling it", metadata: facts)
            cancel(number)
            startDeadline(for: number)
        }
    }

    private mutating func cancelAll() {
        logger.info("cancelled")
        firstError = firstError ?? CancellationError()
        for number in members.indices { cancel(number) }
    }

    private mutating func cancel(_ number: Int) {
        members[number].isCancelled = true
        members[number].task.cancel()
    }
}
