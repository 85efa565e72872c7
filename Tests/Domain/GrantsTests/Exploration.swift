import Grants

/// Every order in which things can happen, breadth first: the first violation has the fewest steps.
struct Exploration {
    /// Distinct states, the first one included.
    private(set) var states = 0
    /// Whether every state was reached that can be.
    private(set) var isComplete = false
    /// The steps to a violation, and what it is; empty where there is none.
    private(set) var violation: [String] = []

    private final class Path {
        let step: String
        let parent: Path?
        init(_ step: String, after parent: Path?) { (self.step, self.parent) = (step, parent) }

        var steps: [String] { (parent?.steps ?? []) + [step] }
    }

    /// `visit`: each distinct state, once.
    init(_ scope: Scope, atMost limit: Int = .max, visit: (World) -> Void = { _ in }) throws {
        let first = try World(scope)
        var seen: Set<Int> = [first.fingerprint]
        visit(first)
        var level: [(World, Path?)] = [(first, nil)]
        while !level.isEmpty {
            var next: [(World, Path?)] = []
            for (world, path) in level {
                for step in try world.steps() where seen.insert(step.world.fingerprint).inserted {
                    visit(step.world)
                    let path = Path(step.description, after: path)
                    states = seen.count
                    if let fault = step.world.violation {
                        violation = path.steps + [fault]
                        return
                    }
                    if states >= limit { return }
                    next.append((step.world, path))
                }
            }
            level = next
        }
        isComplete = true
    }
}
