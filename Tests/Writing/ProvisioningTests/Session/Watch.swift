import NDEF
import NFCTags
import Provisioning
import Registry

/// Feeds events to a session and holds its steps against what must always be true. A value, so that every way on from
/// a place can be tried.
struct Watch {
    private var session: WriteSession
    private var ledger: Ledger
    private var claims: Set<TagID> = []
    private(set) var action = WriteSession.Action.select(pause: false)
    private(set) var violations: [String] = []

    init(_ session: WriteSession, _ batch: Batch) {
        self.session = session
        ledger = Ledger(batch.tags)
    }

    var knownTags: [Registry.Tag] { ledger.tags }

    /// Feeds an event; false when it cannot happen, because the registry refuses what was to be recorded.
    mutating func feed(_ event: WriteSession.Event) -> Bool {
        let asked = action
        var entry: JournalEvent?
        if case .recorded = event, case .record(let asked) = action {
            guard ledger.apply(asked) == nil else { return false }
            entry = asked
        }
        if case .assigned(.write(let tag)) = event, case .assign = action { claims.insert(tag.id) }
        let step = session.handle(event)
        action = step.action
        check(step.action, after: event, asked, entry)
        for report in step.reports { check(report, entry) }
        for change in step.queue { check(change, entry) }
        switch step.action {
        case .select, .awaitReader:
            if !claims.isEmpty { complain("\(claims) not given back") }
        default: break
        }
        return true
    }

    private mutating func check(
        _ action: WriteSession.Action, after event: WriteSession.Event, _ asked: WriteSession.Action,
        _ entry: JournalEvent?
    ) {
        switch action {
        case .switchMirrorOff(let image, _):
            guard case .writeIntended(let write) = entry, image.uid == write.uid else {
                return complain("a mirror is switched off without an intent on record")
            }
        case .write(let plan, _):
            // Read once more, after a mirror was switched off: the intent stands.
            if case .read = asked, ledger.open[plan.uid] != nil { return }
            guard case .writeIntended(let write) = entry, plan.uid == write.uid,
                ledger.open[write.uid] == write.tag, (try? NDEFMessage(uri: write.url)) == plan.message
            else { return complain("a write without its intent on record") }
        case .verify(let plan):
            if case .read = asked, plan.isEmpty { return }
            if case .written = event, case .write(plan, _) = asked { return }
            // Nothing to write: the chip was torn away before the read-back.
            guard case .writeIntended(let write) = entry, plan.uid == write.uid, plan.isEmpty else {
                return complain("a read-back of something else than was written")
            }
        case .readBack(let plan):
            if case .read = asked, plan.isEmpty { return }
            if case .written = event, case .write(plan, _) = asked { return }
            guard case .writeIntended(let write) = entry, plan.uid == write.uid, plan.isEmpty else {
                return complain("a read-back of something else than was written")
            }
        case .record(.protectionIntended(let protection)):
            guard case .image(let image) = event, case .readBack(let plan) = asked, image.uid == plan.uid,
                plan.uid == protection.uid, ledger.open[protection.uid] == protection.tag
            else { return complain("an intent to protect without a read-back") }
        case .treat(let image, _, _, _):
            guard case .protectionIntended(let protection) = entry, image.uid == protection.uid else {
                return complain("a protection without its intent on record")
            }
        case .record(.writeConfirmed(let write)):
            let isVerified =
                switch (event, asked) {
                case (.verified, .verify(let plan)): plan.uid == write.uid
                case (.treated, .treat(let image, _, let treatment, _)):
                    image.uid == write.uid
                        && (write.protection?.rawValue ?? "none") == treatment.protection.rawValue
                case (.image(let image), .readBack(let plan)):
                    // Nothing is to be done, and what was read back shows that nothing protects it.
                    image.uid == write.uid && plan.uid == write.uid && write.protection == nil && write.mirror == nil
                        && !image.isLockBegun && !image.isPasswordProtected
                default: false
                }
            guard isVerified, ledger.open[write.uid] == write.tag else {
                return complain("a confirmation without a read-back")
            }
        case .record(.writeInterrupted(let problem)):
            if problem.uid.flatMap({ ledger.open[$0] }) != problem.tag { complain("an interruption of nothing") }
        case .record(.writeIntended), .record(.chipRefused), .select, .identify, .assign, .read,
            .lookUp, .open, .checkGenuineness, .awaitReader:
            break
        case .record(let other): complain("a session records \(other.kind)")
        }
    }

    private mutating func check(_ report: WriteReport, _ entry: JournalEvent?) {
        switch report {
        case .writing where entry?.kind != .writeIntended: complain("\"writing\" is told before it is on record")
        case .written where entry?.kind != .writeConfirmed: complain("\"written\" is told before it is on record")
        default: break
        }
    }

    private mutating func check(_ change: WriteSession.QueueChange, _ entry: JournalEvent?) {
        switch change {
        case .intended(let write):
            if ledger.open[write.uid] != write.tag { complain("the queue is told of an intent that is not on record") }
        case .finished(let write):
            claims.remove(write.tag)
            if entry?.kind != .writeConfirmed { complain("finished, and the result is not on record") }
            if ledger.tags.first(where: { $0.id == write.tag })?.state != .written { complain("finished, not written") }
        case .confirmed(let tag):
            claims.remove(tag.id)
        case .released(let tag):
            claims.remove(tag)
        case .left, .revealed, .unknown: break
        case .withdrawn:
            if action != .awaitReader, !action.isRecording { complain("withdrawn, and the reader is not lost") }
        }
    }

    private mutating func complain(_ text: String) { violations.append(text) }
}

extension WriteSession.Action {
    fileprivate var isRecording: Bool { if case .record = self { true } else { false } }
}
