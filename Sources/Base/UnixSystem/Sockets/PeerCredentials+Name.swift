extension PeerCredentials {
    /// The user as people know them: `alice`, or `uid 1000` when the system has no name for the number.
    public var userName: String { Accounts.userName(user) }
}
