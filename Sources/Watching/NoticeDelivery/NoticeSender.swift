package import Faults
package import Notices

/// Sends what the outbox has to every receiver: at least once, with one id.
///
/// What was done is on the disk before the next thing is begun, so a sender that is ended at any moment continues where it
/// was. One that is ended between an answer of a receiver and
/// the note of it sends once more.
package actor NoticeSender {
    package struct Receiver: Sendable {
        let settings: ReceiverSettings
        let target: any NoticeReceiver

        package init(_ settings: ReceiverSettings, _ target: any NoticeReceiver) {
            self.settings = settings
            self.target = target
        }
    }

    /// What one pass has done.
    package struct Pass: Sendable {
        package var delivered = 0
        package var failed: [Complaint] = []
        package var dead = 0
        /// Files of the outbox that were not taken.
        package var refused: [Complaint] = []
        /// When the next delivery is due; nil when none waits.
        package var due: Int64?
    }

    private let intake: NoticeIntake
    private let folder: DeliveryFolder
    private let receivers: [Receiver]
    private let schedule: DeliverySchedule
    private let jitter: @Sendable () -> Double
    private var queue: [String: QueuedNotice] = [:]
    /// Not kept: a new sender asks at once.
    private var troubles: [String: ReceiverTrouble] = [:]

    /// `jitter` gives random numbers from 0 to 1.
    package init(
        from outbox: Outbox, in folder: DeliveryFolder, to receivers: [Receiver], _ schedule: DeliverySchedule,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) throws {
        try folder.prepare()
        intake = NoticeIntake(outbox, folder)
        self.folder = folder
        self.receivers = receivers
        self.schedule = schedule
        self.jitter = jitter
    }

    /// Takes notices over and tries every delivery that is due. `now` gives seconds since 1970.
    package func pass(now: @escaping @Sendable () -> Int64) async throws -> Pass {
        var pass = Pass()
        let receivers = receivers
        let taken = try intake.take(at: now()) { notice in
            receivers.filter { $0.settings.wants(notice) }.map(\.settings.name)
        }
        pass.refused = taken.refused
        for name in taken.retried { troubles[name] = nil }
        queue = Dictionary(try folder.queue().map { ($0.notice.id, $0) }) { first, _ in first }
        try buryUnknown(&pass, now())
        let served = try await withThrowingTaskGroup(of: Pass.self, returning: [Pass].self) { group in
            for receiver in receivers { group.addTask { try await self.serve(receiver, now) } }
            var all: [Pass] = []
            for try await one in group { all.append(one) }
            return all
        }
        for one in served { pass.add(one) }
        for queued in queue.values where !queued.isOpen { try folder.release(queued) }
        pass.due = receivers.compactMap { nextTime(at: $0.settings.name) }.min()
        return pass
    }

    /// When something is to be sent next. What is behind another notice waits with that.
    private func nextTime(at name: String) -> Int64? {
        let chains = chains(at: name)
        return queue.values.compactMap { queued -> Int64? in
            guard let delivery = queued.deliveries[name], delivery.state == .waiting,
                !isBehindAnother(queued.notice.id, of: chains, at: name)
            else { return nil }
            return max(delivery.due, troubles[name]?.rest ?? 0)
        }.min()
    }

    /// Deliveries to receivers that the settings no longer name.
    private func buryUnknown(_ pass: inout Pass, _ time: Int64) throws {
        let known = Set(receivers.map(\.settings.name))
        for queued in queue.values {
            for (name, delivery) in queued.deliveries where delivery.state == .waiting && !known.contains(name) {
                try bury(
                    queued.notice.id, at: name, because: "the settings name no receiver \(name) any more", time: time)
                pass.dead += 1
            }
        }
    }

    private func serve(_ receiver: Receiver, _ now: @escaping @Sendable () -> Int64) async throws -> Pass {
        var pass = Pass()
        var tried: Set<String> = []
        let name = receiver.settings.name
        let chains = chains(at: name)
        var waiting = due(for: receiver, now(), besides: tried)[...]
        while let ids = waiting.popFirst() {
            try Task.checkCancellation()
            tried.formUnion(ids)
            let ids = ids.filter { !isBehindAnother($0, of: chains, at: name) }
            if ids.isEmpty { continue }
            let notices = ids.compactMap { queue[$0]?.notice }
            let outcome = await receiver.target.deliver(notices, at: now())
            guard let isHealed = try note(outcome, of: ids, at: name, time: now(), &pass) else { break }
            if isHealed { waiting = due(for: receiver, now(), besides: tried)[...] }
        }
        return pass
    }

    /// Notes how a delivery ended. Nil when the receiver is to be left alone; whether it takes notices again after a time in
    /// which it took none.
    private func note(
        _ outcome: DeliveryOutcome, of ids: [String], at name: String, time: Int64, _ pass: inout Pass
    ) throws -> Bool? {
        switch outcome {
        case .taken, .takenInPart:
            if case .takenInPart(let complaint) = outcome { pass.failed.append(complaint) }
            for id in ids { try note(id, at: name) { $0.state = .taken } }
            pass.delivered += ids.count
            return try heal(name, time)
        case .failed(let complaint, let isReceivers, let asked, let isFinal):
            pass.failed.append(complaint)
            if isReceivers {
                troubles[name, default: ReceiverTrouble()]
                    .fail(ids[0], schedule, jitter: jitter(), asked: asked, at: time)
            }
            pass.dead += try fail(ids, at: name, complaint, asked: asked, isFinal: isFinal, time: time)
            guard isReceivers else { return false }
            // The others wait for it, too: a receiver that takes nothing is asked once in a pass.
            pass.dead += try buryOld(at: name, complaint, time: time)
            return nil
        }
    }

    /// A receiver has taken something. Where it had refused several, what waits because of that is due at once.
    private func heal(_ name: String, _ time: Int64) throws -> Bool {
        guard let trouble = troubles.removeValue(forKey: name), trouble.isTheReceivers else { return false }
        for (id, queued) in queue {
            guard let delivery = queued.deliveries[name], delivery.state == .waiting, delivery.due > time else {
                continue
            }
            try note(id, at: name) { $0.due = time }
        }
        return true
    }

    /// What is to be sent now, in deliveries: the notices of a run together where the receiver takes runs. A receiver that has
    /// failed is asked to take what was tried least: it may be one notice that it does not take.
    private func due(for receiver: Receiver, _ time: Int64, besides tried: Set<String>) -> [[String]] {
        let name = receiver.settings.name
        let trouble = troubles[name]
        guard trouble?.rest ?? 0 <= time else { return [] }
        let waiting = queue.values.filter {
            guard let delivery = $0.deliveries[name], !tried.contains($0.notice.id) else { return false }
            return delivery.state == .waiting && delivery.due <= time
        }
        let runs =
            receiver.target.takesRuns
            ? Array(Dictionary(grouping: waiting, by: \.notice.data.run.id).values) : waiting.map { [$0] }
        func attempts(_ run: [QueuedNotice]) -> Int {
            trouble == nil ? 0 : run.compactMap { $0.deliveries[name]?.attempts }.min() ?? 0
        }
        return runs.map { $0.sorted { $0.order < $1.order } }
            .sorted {
                let (left, right) = (attempts($0), attempts($1))
                return left == right ? $0[0].order < $1[0].order : left < right
            }
            .map { $0.map(\.notice.id) }
    }

    /// The notices of each finding of which several wait.
    private func chains(at receiver: String) -> [String: [String]] {
        let waiting = queue.values.filter { $0.deliveries[receiver]?.state == .waiting }
        return Dictionary(grouping: waiting, by: \.notice.data.identity).filter { $0.value.count > 1 }
            .mapValues { $0.sorted { $0.order < $1.order }.map(\.notice.id) }
    }

    /// Whether an earlier notice of the same finding still waits: "gone" does not come before its "new".
    private func isBehindAnother(_ id: String, of chains: [String: [String]], at receiver: String) -> Bool {
        guard let identity = queue[id]?.notice.data.identity, let chain = chains[identity] else { return false }
        return chain.prefix { $0 != id }.contains { queue[$0]?.deliveries[receiver]?.state == .waiting }
    }

    /// Notes a failed delivery; returns how many notices were given up.
    private func fail(
        _ ids: [String], at receiver: String, _ complaint: Complaint, asked: Int64?, isFinal: Bool, time: Int64
    ) throws -> Int {
        var dead = 0
        for id in ids {
            let jitter = jitter()
            try note(id, at: receiver) { delivery in
                delivery.attempts += 1
                delivery.reason = complaint.description
                delivery.due = time + schedule.wait(after: delivery.attempts, jitter: jitter, asked: asked)
            }
            guard let queued = queue[id], let attempts = queued.deliveries[receiver]?.attempts else { continue }
            guard isFinal || schedule.isOver(since: queued.since, now: time, tries: attempts) else { continue }
            try bury(id, at: receiver, because: complaint.description, time: time)
            dead += 1
        }
        return dead
    }

    /// Gives up what a receiver that takes nothing has not taken in time; returns how many notices.
    private func buryOld(at receiver: String, _ complaint: Complaint, time: Int64) throws -> Int {
        let tries = troubles[receiver]?.tries ?? 0
        let old = queue.filter { id, queued in
            queued.deliveries[receiver]?.state == .waiting
                && schedule.isOver(since: queued.since, now: time, tries: tries)
        }
        for id in old.keys { try bury(id, at: receiver, because: complaint.description, time: time) }
        return old.count
    }

    private func bury(_ id: String, at receiver: String, because reason: String, time: Int64) throws {
        guard let queued = queue[id] else { return }
        let attempts = queued.deliveries[receiver]?.attempts ?? 0
        try folder.bury(DeadLetter(queued.notice, to: receiver, attempts: attempts, reason: reason, at: time))
        try note(id, at: receiver) { $0.state = .dead }
    }

    /// Changes what is known of a delivery, here and on the disk.
    private func note(_ id: String, at receiver: String, _ change: (inout QueuedNotice.Delivery) -> Void) throws {
        guard var queued = queue[id], var delivery = queued.deliveries[receiver] else { return }
        change(&delivery)
        queued.deliveries[receiver] = delivery
        queue[id] = queued
        try folder.keep(queued)
    }
}

extension NoticeSender.Pass {
    fileprivate mutating func add(_ other: NoticeSender.Pass) {
        delivered += other.delivered
        failed += other.failed
        dead += other.dead
    }
}
