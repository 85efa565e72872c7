/// What a look at the database says of a transaction whose COMMIT was not answered.
package enum PostgresSettlement: Hashable, Sendable {
    /// It was committed: it is not done again.
    case done
    /// It was not, and cannot be any more: it may be done again.
    case undone
}
