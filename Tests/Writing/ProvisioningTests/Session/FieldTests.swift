import Chips
import Faults
import NFCTags
import Provisioning
import Registry
import Testing

/// What lies on a reader and cannot be written is told once, not ten times a second.
@Suite struct `A session that finds` {
    private static func refusals(_ reports: [WriteReport]) -> [String] {
        reports.compactMap { if case .refused(_, _, let complaint) = $0 { complaint.code.rawValue } else { nil } }
    }

    @Test func `several tags says so once, and continues with the one that is left`() throws {
        var session = try Material.session()
        var reports = session.handle(.started).reports
        for _ in 1...50 {
            let step = session.handle(.severalTags)
            #expect(step.action == .select(pause: true))
            reports += step.reports
            // A look now and then shows one of them, or none.
            reports += session.handle(.field(try Material.selected(1))).reports
            reports += session.handle(.field(nil)).reports
        }
        #expect(Self.refusals(reports) == ["several-tags"])
        #expect(reports.count == 1)
        guard case .refused(nil, nil, let complaint) = reports[0] else { return }
        #expect(complaint.reason == "two tags or more are on the reader")
        #expect(complaint.next == "take all but one away")

        _ = session.handle(.severalTags)
        let left = try Material.selected(1)
        let steps = (1...3).map { _ in session.handle(.field(left)) }
        #expect(steps.map(\.action) == [.select(pause: true), .select(pause: true), .identify(left)])
    }

    /// A reader that asks for one tag only finds now the one, now the other.
    @Test func `two tags in turn does the same`() throws {
        var session = try Material.session()
        var reports: [WriteReport] = []
        for look in 0..<200 {
            let step = session.handle(.field(try Material.selected(UInt8(1 + look % 2))))
            reports += step.reports
            guard case .identify = step.action else { continue }
            reports += session.handle(Material.failure(.tagChanged)).reports
        }
        #expect(Self.refusals(reports) == ["several-tags"])
        #expect(reports.count == 3)
    }

    @Test func `a second tag beside the one that it has begun to write says so once`() async throws {
        let material = try await Material()
        let stages = try material.stages()
        let writing = try #require(stages.first { $0.name == "writing" })
        var session = try Material.session()
        for event in writing.events { _ = session.handle(event) }
        var reports = session.handle(Material.failure(.severalTags)).reports
        reports += session.handle(.recorded).reports
        for _ in 1...20 { reports += session.handle(.severalTags).reports }
        #expect(reports.count == 1)
        guard case .interrupted(_, _, let complaint)? = reports.first else {
            Issue.record("\(reports)")
            return
        }
        #expect(complaint.code == "several-tags")
    }

    @Test func `a second tag beside one that is done leaves that alone`() throws {
        var session = try Material.session()
        let batch = try Samples.batch(1)
        _ = session.handle(.field(try Material.selected(1)))
        _ = session.handle(.identified(product: "NTAG213"))
        _ = session.handle(.assigned(.exhausted(bound: [])))
        _ = session.handle(.recorded)
        #expect(Self.refusals(session.handle(.severalTags).reports) == ["several-tags"])
        for _ in 1...5 { #expect(session.handle(.field(try Material.selected(1))).action == .select(pause: true)) }
        #expect(batch.tags.count == 1)
        let other = try Material.selected(2)
        #expect(session.handle(.field(other)).action == .identify(other))
    }

    /// A phone: another serial number at each look, and now and then none.
    @Test func `random serial numbers says so once until they are gone for a while`() throws {
        var session = try Material.session()
        func looks() throws -> [WriteReport] {
            try (0..<60).flatMap { look -> [WriteReport] in
                let uid = try #require(ChipUID([0x08, UInt8(look), 0x12, 0x34]))
                let phone = SelectedTag(uid: uid, atqa: [0x00, 0x04], sak: 0x60)
                let seen = session.handle(.field(phone))
                #expect(seen.action == .select(pause: true))
                return seen.reports + (look.isMultiple(of: 5) ? session.handle(.field(nil)).reports : [])
            }
        }
        #expect(Self.refusals(try looks()) == ["random-uid"])
        #expect(try looks().isEmpty)
        for _ in 1...10 { _ = session.handle(.field(nil)) }
        #expect(Self.refusals(try looks()) == ["random-uid"])
    }

    /// A phone that emulates a card and keeps its serial number fades in and out.
    @Test func `a card that is not written records that once until it is gone for a while`() throws {
        var session = try Material.session()
        func visit() throws -> [WriteReport] {
            var reports = session.handle(.field(try Material.selected(1))).reports
            let step = session.handle(Material.failure(.unsupportedProduct))
            reports += step.reports
            if case .record = step.action { reports += session.handle(.recorded).reports }
            return reports + session.handle(.field(nil)).reports
        }
        var reports: [WriteReport] = []
        for _ in 1...40 { reports += try visit() }
        #expect(reports.count == 2)
        #expect(Self.refusals(reports) == ["unsupported-product"])
        for _ in 1...10 { _ = session.handle(.field(nil)) }
        #expect(try visit().count == 2)
    }
}
