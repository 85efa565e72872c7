import NDEF
import NFCTags
import Provisioning
import Registry
import Testing

/// The session alone, without tags: events in, steps out.
@Suite struct `A session` {
    @Test func `looks at the field at once, and then with pauses`() throws {
        var session = try Material.session()
        #expect(session.handle(.started).action == .select(pause: false))
        for _ in 1...3 { #expect(session.handle(.field(nil)).action == .select(pause: true)) }
    }

    @Test func `asks in the order identify, assign, read`() throws {
        var session = try Material.session()
        let tag = try Samples.batch(1).tags[0]
        let uid = try Samples.uid(1)
        let seen = session.handle(.field(try Material.selected(1)))
        #expect(seen.action == .identify(try Material.selected(1)))
        #expect(seen.reports == [.presented(uid)])
        #expect(session.handle(.identified(product: "NTAG213")).action == .assign(uid))
        let read = session.handle(.assigned(.write(tag)))
        #expect(read.action == .read(for: try NDEFMessage(uri: tag.url), toLock: false))
        #expect(read.queue.isEmpty && read.reports.isEmpty)
    }

    /// Up to where nothing is begun with a chip, its tag goes back to the queue; three times is enough.
    @Test func `tries a tag that gives no answer three times, then refuses it`() throws {
        var session = try Material.session()
        let tag = try Samples.batch(1).tags[0]
        for attempt in 1...3 {
            let seen = session.handle(.field(try Material.selected(1)))
            #expect(seen.reports.isEmpty == (attempt > 1))
            _ = session.handle(.identified(product: "NTAG213"))
            _ = session.handle(.assigned(.write(tag)))
            let step = session.handle(Material.failure(.noAnswer))
            #expect(step.queue == [.released(tag.id)])
            guard attempt == 3 else {
                #expect(step.action == .select(pause: false))
                #expect(step.reports.isEmpty)
                continue
            }
            guard case .record(.chipRefused(let problem)) = step.action else {
                Issue.record("\(step.action)")
                return
            }
            #expect(problem.tag == tag.id && problem.code == "no-answer")
            #expect(problem.message == "it failed: of this")
        }
        #expect(session.handle(.recorded).action == .select(pause: true))
        #expect(session.handle(.field(try Material.selected(1))).action == .select(pause: true))
    }

    @Test func `counts the failures of each chip for itself`() throws {
        var session = try Material.session()
        for number in UInt8(1)...6 {
            let seen = session.handle(.field(try Material.selected(number)))
            #expect(seen.reports == [.presented(try Samples.uid(number))])
            #expect(session.handle(Material.failure(.noAnswer)).action == .select(pause: false))
        }
    }

    @Test func `forgets the failures of a chip that was taken away`() throws {
        var session = try Material.session()
        for _ in 1...6 {
            _ = session.handle(.field(try Material.selected(1)))
            #expect(session.handle(Material.failure(.tagLost)).action == .select(pause: false))
            #expect(session.handle(.field(nil)).action == .select(pause: true))
        }
    }

    @Test func `refuses a URL that is none, before it reads the chip`() throws {
        var session = try Material.session()
        let tag = try Samples.batch(1) { _ in "https://example.com/\u{0}" }.tags[0]
        _ = session.handle(.field(try Material.selected(1)))
        _ = session.handle(.identified(product: "NTAG213"))
        let step = session.handle(.assigned(.write(tag)))
        #expect(step.queue == [.released(tag.id)])
        guard case .record(.chipRefused(let problem)) = step.action else {
            Issue.record("\(step.action)")
            return
        }
        #expect(problem.code == "bad-uri")
    }

    @Test func `is not harmed by an event that does not belong to its state`() async throws {
        let material = try await Material()
        for stage in try material.stages() {
            for (name, event) in try material.events() where !stage.belonging.contains(name) {
                let what: Comment = "\(name) while \(stage.name)"
                var session = try Material.session()
                for event in stage.events { _ = session.handle(event) }
                let step = session.handle(event)
                #expect(step.action == .select(pause: false), what)
                #expect(step.reports.isEmpty, what)
                #expect(step.queue == (stage.hasClaim ? [.released(material.batch.tags[0].id)] : []), what)
                // It looks afresh, and works.
                let next = try Material.selected(2)
                #expect(session.handle(.field(next)).action == .identify(next), what)
            }
        }
    }
}
