import Chips
import Faults
import NFCTags
import Provisioning
import Registry
import Testing

/// Any events in any order: no write without its intent on record, no confirmation without a read-back, no tag on two
/// chips and no chip with two tags, no tag kept from the queue.
@Suite struct `A session that is fed anything` {
    static let protecting = [Protection.lock, .password].map {
        BatchRules(protection: $0, genuineness: .required)
    }

    private func watch(_ material: Material, overwrite: Bool = false, rules: BatchRules = .usual) throws -> Watch {
        Watch(try Material.session(overwrite: overwrite, rules: rules), material.batch)
    }

    /// From every stage of a write, every three events of every kind.
    @Test(arguments: [BatchRules.usual] + protecting)
    func `keeps its order for every three events from every stage`(rules: BatchRules) async throws {
        let material = try await Material()
        let second = material.batch.tags[1]
        let events =
            try material.events().map(\.event) + [
                .field(try Material.selected(2)), .assigned(.write(second)),
                .assigned(.confirm(material.batch.tags[0])),
                .assigned(.occupied(second)), .image(material.images[0][1]), .image(material.images[0][2]),
                Material.failure(.writeUnknown), Material.failure(.locked), Material.failure(.readerFailed),
            ]
        var tried = 0
        for stage in try rules == .usual ? material.stages() : material.protectingStages() {
            var start = try watch(material, rules: rules)
            for event in stage.events where !start.feed(event) { Issue.record("\(stage.name) cannot be reached") }
            for first in events {
                var one = start
                guard one.feed(first) else { continue }
                for second in events {
                    var two = one
                    guard two.feed(second) else { continue }
                    for third in events {
                        var three = two
                        guard three.feed(third) else { continue }
                        tried += 1
                        if !three.violations.isEmpty {
                            Issue.record("\(stage.name): \(first), \(second), \(third): \(three.violations)")
                            return
                        }
                    }
                }
            }
        }
        print("sequences from every stage: \(tried)")
    }

    @Test(arguments: [false, true], [BatchRules.usual] + protecting)
    func `keeps its order for long sequences`(overwrite: Bool, rules: BatchRules) async throws {
        let material = try await Material()
        var (events, writes) = (0, 0)
        for seed in UInt64(0)..<400 {
            var random = SeededGenerator(seed: seed)
            var watch = try watch(material, overwrite: overwrite, rules: rules)
            for _ in 0..<120 {
                guard watch.feed(try event(fitting: watch, material, &random)) else { continue }
                events += 1
                if case .write = watch.action { writes += 1 }
            }
            #expect(watch.violations == [], "seed \(seed)")
        }
        #expect(writes > 100)
        print("random events: \(events), among them \(writes) writes")
    }

    /// Mostly an answer to what was asked, often a failure, sometimes anything.
    private func event(
        fitting watch: Watch, _ material: Material, _ random: inout SeededGenerator
    ) throws -> WriteSession.Event {
        if random.chance(10), let any = try material.events().randomElement(using: &random) { return any.event }
        if random.chance(15) {
            return Material.failure(TagError.Code.allCases.randomElement(using: &random) ?? .tagLost)
        }
        switch watch.action {
        case .select:
            let chip = UInt8.random(in: 0...2, using: &random)
            return .field(chip == 0 ? nil : try Material.selected(chip))
        case .identify: return .identified(product: "NTAG213")
        case .assign(let uid): return .assigned(assignment(for: uid, watch.knownTags, &random))
        case .read:
            let images = material.images[random.chance(50) ? 0 : 1]
            return .image(images.randomElement(using: &random) ?? images[0])
        case .lookUp: return .lookedUp(nil)
        case .open: return .opened
        case .record: return random.chance(5) ? .lookAgain : .recorded
        case .checkGenuineness:
            return .genuineness(Genuineness.allCases.randomElement(using: &random) ?? .genuine)
        case .write: return .written
        case .switchMirrorOff: return .mirrorSwitchedOff
        case .readBack: return .image(material.images[random.chance(50) ? 0 : 1][1])
        case .treat: return .treated
        case .verify: return .verified
        case .awaitReader: return .readerBack
        }
    }

    private func assignment(
        for uid: ChipUID, _ tags: [Registry.Tag], _ random: inout SeededGenerator
    ) -> SignQueue.Assignment {
        let any = random.chance(50) ? tags[0] : tags[1]
        if random.chance(10) { return .confirm(any) }
        if random.chance(10) { return .occupied(any) }
        if random.chance(10) { return .exhausted(bound: []) }
        guard let known = tags.first(where: { $0.uid == uid }) else { return .write(any) }
        return known.state == .written ? .confirm(known) : .write(known)
    }
}
