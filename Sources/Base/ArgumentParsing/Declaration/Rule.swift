/// What must hold between the parameters of one command.
package struct Rule: Sendable {
    enum Kind: Sendable {
        case atMostOne
        case exactlyOne
        case requires
    }

    let kind: Kind
    /// What the rule is about. For `requires` the first needs all others.
    let labels: [String]

    /// No two of these together: `[--at LAT,LON | --shipping]`.
    package static func atMostOne(_ keys: any ParameterKey...) -> Rule {
        Rule(kind: .atMostOne, labels: keys.map(\.parameter.label))
    }

    /// One of these and no other: `(BATCH | --from FILE)`.
    package static func exactlyOne(_ keys: any ParameterKey...) -> Rule {
        Rule(kind: .exactlyOne, labels: keys.map(\.parameter.label))
    }

    /// The first makes sense only together with all others.
    package static func requires(_ key: any ParameterKey, _ others: any ParameterKey...) -> Rule {
        Rule(kind: .requires, labels: ([key] + others).map(\.parameter.label))
    }
}
