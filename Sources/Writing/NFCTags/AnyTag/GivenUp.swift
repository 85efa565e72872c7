/// What of a tag's memory a write may give up beside the message that it replaces.
public enum GivenUp: Hashable, Sendable {
    /// Nothing: a data area that cannot be read is refused.
    case nothing
    /// Whatever the data area holds, also what cannot be read: for a tag that may be overwritten. What its capability
    /// container says of access is not content, and holds.
    case data
    /// The same, and what the container says as well, where lost power may have torn that: for a tag whose write is on
    /// record as begun.
    case remains
}
