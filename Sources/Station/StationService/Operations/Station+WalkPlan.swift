internal import API
internal import Registry

extension Station {
    /// Draws the signs of a plan among those of its stores that phones read. The seed is nil where no lot is drawn.
    func draw(_ plan: WalkPlan, in stores: Set<StoreID>) async throws -> (tags: Set<TagID>, seed: Int?) {
        let perStore = plan.perStore ?? .max
        guard perStore > 0, plan.seed.map({ WalkPlan.seeds.contains($0) }) ?? true else {
            throw StationError(
                .outOfRange, "no phone is paired",
                why: "a plan takes 1 tag of each store or more, by a seed of \(WalkPlan.seeds)",
                next: "correct the plan")
        }
        let seed = plan.seed ?? Int.random(in: WalkPlan.seeds)
        var draw = WalkDraw(choice: plan.choice, perStore: perStore, seed: UInt64(seed))
        switch plan.choice {
        case .random: break
        case .longest:
            for known in try await history.knownTags() {
                draw.lastSeen[known.url] = max(known.lastSeen, draw.lastSeen[known.url] ?? .min)
            }
        case .findings:
            draw.named = Set(try await history.findings(in: [.new, .stillThere]).flatMap(\.tags))
        }
        let tags = try await history.tags().filter { tag in
            tag.medium == .qr && tag.state != .retired && stores.contains(tag.store)
        }
        return (draw.draw(from: tags), plan.choice == .random ? seed : nil)
    }
}
