internal import Registry

/// The line of the summary in which a tag is counted.
enum SummaryLine: Hashable {
    case inside
    case outside
    case undecided
    case roaming
    case noStore
    case unregistered
    case foreign
    case retired

    /// A tag with a place to be compared with counts by its verdict, also when it is retired; any other by the reason why
    /// there is none.
    init(_ tag: AuditedTag) {
        switch tag.verdict {
        case .inside: self = .inside
        case .outside: self = .outside
        case .undecided: self = .undecided
        case nil where tag.isRoaming: self = .roaming
        case nil where tag.reading.retired != nil: self = .retired
        case nil where tag.reading.status.foreign != nil: self = .foreign
        case nil where tag.reading.status.unregistered != nil: self = .unregistered
        case nil: self = .noStore
        }
    }
}
