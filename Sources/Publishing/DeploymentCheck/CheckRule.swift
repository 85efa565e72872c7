/// One thing that must be true, and how it is looked for.
struct CheckRule: Sendable {
    let code: RuleCode
    let severity: CheckSeverity
    let find: @Sendable (CheckContext) -> [Observation]

    init(
        _ code: RuleCode, _ severity: CheckSeverity, _ find: @escaping @Sendable (CheckContext) -> [Observation]
    ) {
        self.code = code
        self.severity = severity
        self.find = find
    }

    static let all: [CheckRule] = urls + medium + push + positions + experiences + pictures + apps

    func findings(_ context: CheckContext) -> [CheckFinding] {
        var order: [String] = []
        var groups: [String: [Observation]] = [:]
        for observation in find(context) {
            let key = observation.message + "\0" + observation.next
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(observation)
        }
        return order.compactMap { key in
            guard let group = groups[key], let first = group.first else { return nil }
            return CheckFinding(
                code: code, severity: first.severity ?? severity, message: first.message, next: first.next,
                experiences: Set(group.compactMap(\.experience)).sorted(), tags: group.compactMap(\.tag),
                stores: Set(group.compactMap(\.store)).sorted())
        }
    }
}
