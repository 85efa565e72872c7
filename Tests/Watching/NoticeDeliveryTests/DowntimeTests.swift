import Faults
import Foundation
import NoticeDelivery
import Notices
import TestBench
import Testing

/// Receivers that do not take what they are sent. The clock is the test's; the refusals are real.
@Suite(.timeLimit(.minutes(5))) struct DowntimeTests {
    @Test func `a receiver that is down for an hour gets every notice once it is back, each with one identifier`()
        async throws
    {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        // The receiver refuses old signatures, so it uses the time of the test.
        try hooks.answer(#"{"status": 503, "anytime": true}"#)
        let notices = try SenderBench.notices(12)
        try bench.outbox.leave(notices)
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        let start = bench.now
        var waits: [Int64] = []
        while bench.now < start + 3_600 {
            let pass = try await bench.pass(sender)
            #expect(pass.delivered == 0 && pass.dead == 0)
            let due = try #require(pass.due)
            waits.append(due - bench.now)
            bench.advance(to: due)
        }
        // One request a pass, and fewer and fewer: the receiver is not met by all that waits.
        #expect(try hooks.lines().count == waits.count)
        #expect(waits.count < 12)
        #expect(waits.max() ?? 0 >= 1_280)
        try hooks.answer(#"{"status": 200, "anytime": true}"#)
        while let due = try await bench.pass(sender).due { bench.advance(to: due) }
        let taken = try hooks.lines().filter { $0.status == 200 }
        #expect(taken.map(\.id).sorted() == notices.map(\.id).sorted())
        #expect(try hooks.lines().allSatisfy { $0.fault == nil })
        #expect(try bench.state.queue().isEmpty && bench.state.deadLetters().isEmpty && bench.waiting.isEmpty)
    }

    @Test func `nothing listens, and then something does`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        try bench.outbox.leave(try SenderBench.notices(3))
        // A port that was free a moment ago and is bound by nothing.
        let closed = try bench.sender(try bench.webhooks(["http://127.0.0.1:1/w"]))
        let pass = try await bench.pass(closed)
        #expect(pass.failed.map(\.code.rawValue) == ["connection-refused"])
        #expect(try bench.state.queue().count == 3)
        let open = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        bench.advance(to: bench.now + 10)
        #expect(try await bench.pass(open).delivered == 3)
    }

    @Test func `what is too old becomes a dead letter with its reason, and can be tried again or dropped`() async throws
    {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        try hooks.answer(#"{"status": 500, "anytime": true}"#)
        let notices = try SenderBench.notices(3)
        try bench.outbox.leave(notices)
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        while let due = try await bench.pass(sender).due { bench.advance(to: due) }
        let dead = try bench.state.deadLetters()
        #expect(Set(dead.map(\.notice.id)) == Set(notices.map(\.id)))
        #expect(dead.allSatisfy { $0.reason.contains("it answers 500") && $0.receiver == "hook-0" })
        #expect(try bench.state.queue().isEmpty)
        try hooks.answer(#"{"status": 200, "anytime": true}"#)
        try bench.state.retry(dead[0].name)
        try bench.state.drop(dead[1].name)
        #expect(throws: NotifyError.self) { try bench.state.retry(dead[1].name) }
        #expect(throws: NotifyError.self) { try bench.state.drop("../../lock") }
        #expect(try await bench.pass(sender).delivered == 1)
        #expect(try hooks.lines().filter { $0.status == 200 }.map(\.id) == [dead[0].notice.id])
        #expect(try bench.state.deadLetters().map(\.name) == [dead[2].name])
    }

    @Test func `a receiver that is gone gets nothing more, and one that asks for time gets it`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        try hooks.answer(#"{"status": 410}"#)
        try bench.outbox.leave(try SenderBench.notices(1, run: "a"))
        #expect(try await bench.pass(sender).dead == 1)
        try hooks.answer(#"{"status": 429, "headers": {"Retry-After": "700"}}"#)
        try bench.outbox.leave(try SenderBench.notices(1, run: "b"))
        let due = try #require(try await bench.pass(sender).due)
        #expect(due - bench.now == 700)
    }

    @Test func `a notice that is refused does not hold up the others`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        try hooks.answer(#"{"status": 422}"#)
        try bench.outbox.leave(try SenderBench.notices(4))
        let pass = try await bench.pass(sender)
        #expect(pass.failed.count == 4)
        #expect(try hooks.lines().count == 4)
    }

    /// It is not the receiver that is down: what it takes is sent, in time, and no notice of a finding before its first.
    @Test func `a notice that is never taken takes no other one with it, but those of its finding`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        try hooks.answer(#"{"status": 200, "never": "0", "anytime": true}"#)
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        let first = try SenderBench.notices(4, run: "a")
        try bench.outbox.leave(first)
        let start = bench.now
        bench.advance(to: try #require(try await bench.pass(sender).due))
        try await bench.pass(sender)
        #expect(Set(try bench.state.queue().map(\.notice.id)) == [first[0].id])
        #expect(bench.now - start < 10)
        // Another run, when it was refused for long: only what is of the same finding waits for it.
        while bench.now < start + 36 * 3_600 { bench.advance(to: try #require(try await bench.pass(sender).due)) }
        let second = try SenderBench.notices(3, run: "b")
        try bench.outbox.leave(second)
        let later = bench.now
        while try bench.state.queue().count != 2 || !bench.waiting.isEmpty {
            let pass = try await bench.pass(sender)
            if try bench.state.queue().count != 2 { bench.advance(to: try #require(pass.due)) }
        }
        #expect(bench.now - later < 10)
        #expect(Set(try bench.state.queue().map(\.notice.id)) == [first[0].id, second[0].id])
        #expect(try bench.state.deadLetters().isEmpty)
        while let due = try await bench.pass(sender).due { bench.advance(to: due) }
        #expect(Set(try bench.state.deadLetters().map(\.notice.id)) == [first[0].id, second[0].id])
        let taken = try hooks.lines().filter { $0.status == 200 }.map(\.id)
        #expect(Set(taken) == Set((first + second).map(\.id)).subtracting([first[0].id, second[0].id]))
        #expect(taken.count == 5)
    }

    @Test func `what waited while a receiver was down is sent in its order, and a corrected clock gives nothing up`()
        async throws
    {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        try hooks.answer(#"{"status": 503, "anytime": true}"#)
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"]))
        let runs = try ["a", "b", "c"].map { try SenderBench.notices(1, run: $0) }
        try bench.outbox.leave(runs[0])
        try await bench.pass(sender)
        // By NTP, after a start without a battery.
        bench.advance(to: bench.now + 90 * 86_400)
        for run in runs.dropFirst() { try bench.outbox.leave(run) }
        let pass = try await bench.pass(sender)
        #expect(pass.failed.count == 1 && pass.dead == 0)
        try hooks.answer(#"{"status": 200, "anytime": true}"#)
        while let due = try await bench.pass(sender).due { bench.advance(to: due) }
        let taken = try hooks.lines().filter { $0.status == 200 }.map(\.id)
        #expect(taken.first == runs[0][0].id && Set(taken) == Set(runs.map { $0[0].id }) && taken.count == 3)
        #expect(try bench.state.deadLetters().isEmpty)
    }

    @Test func `one receiver that is down does not hold up another`() async throws {
        let bench = try SenderBench()
        let (good, bad) = (
            try HookServer(in: bench.folder, name: "good"), try HookServer(in: bench.folder, name: "bad")
        )
        try bad.answer(#"{"status": 503}"#)
        try bench.outbox.leave(try SenderBench.notices(5))
        let urls = [good, bad].map { "http://127.0.0.1:\($0.server.port)/w" }
        #expect(try await bench.pass(try bench.sender(try bench.webhooks(urls))).delivered == 5)
        #expect(try bad.lines().count == 1)
        #expect(try bench.state.queue().allSatisfy { $0.deliveries["hook-0"]?.state == .taken })
    }

    @Test func `a redirect is not followed, and a long answer is not read to its end`() async throws {
        let bench = try SenderBench()
        let (first, other) = (try HookServer(in: bench.folder, name: "a"), try HookServer(in: bench.folder, name: "b"))
        let target = "http://127.0.0.1:\(other.server.port)/w"
        try first.answer(#"{"status": 307, "headers": {"Location": "\#(target)"}}"#)
        try bench.outbox.leave(try SenderBench.notices(1))
        let sender = try bench.sender(try bench.webhooks(["http://127.0.0.1:\(first.server.port)/w"]))
        let pass = try await bench.pass(sender)
        #expect(pass.failed.first?.reason == "it redirects (307) to \(target), which is not followed")
        #expect(try other.lines().isEmpty)
        try first.answer(#"{"status": 200, "body": "0123456789", "times": 100000, "anytime": true}"#)
        bench.advance(to: try #require(pass.due))
        #expect(try await bench.pass(sender).failed.map(\.code.rawValue) == ["response-too-large"])
    }

    @Test func `less bad notices are not sent to a receiver that does not want them`() async throws {
        let bench = try SenderBench()
        let hooks = try HookServer(in: bench.folder)
        var notices = try SenderBench.notices(1)
        let data = notices[0].data
        notices.append(
            Notice(
                .new, id: try NoticeID(.new, of: "mild", after: "run"), time: bench.now,
                Notice.Particulars(
                    station: "bench", part: data.part, identity: "mild", code: "no-banner", severity: .notice,
                    message: "mild", next: "", since: bench.now, run: data.run)))
        try bench.outbox.leave(notices)
        let settings = try bench.webhooks(["http://127.0.0.1:\(hooks.server.port)/w"], least: "warning")
        #expect(try await bench.pass(try bench.sender(settings)).delivered == 1)
        #expect(try hooks.lines().map(\.id) == [notices[0].id])
        #expect(bench.waiting.isEmpty)
    }
}
