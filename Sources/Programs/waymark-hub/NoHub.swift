import Grants

/// A hub is under no other.
struct NoHub: StandingStorage {
    func standing() -> StationStanding { .alone }
}
