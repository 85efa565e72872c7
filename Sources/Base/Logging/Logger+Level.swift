extension Logger {
    /// How much a line matters, from the least to the most.
    public enum Level: String, Sendable, CaseIterable, Comparable {
        case trace
        case debug
        case info
        case notice
        case warning
        case error
        case critical

        public static func < (first: Level, second: Level) -> Bool { first.rank < second.rank }

        private var rank: Int {
            switch self {
            case .trace: 0
            case .debug: 1
            case .info: 2
            case .notice: 3
            case .warning: 4
            case .error: 5
            case .critical: 6
            }
        }

        /// The priority that systemd reads from the start of a line, or from a field. See: man sd-daemon.
        public var priority: Int {
            switch self {
            case .trace, .debug: 7
            case .info: 6
            case .notice: 5
            case .warning: 4
            case .error: 3
            case .critical: 2
            }
        }
    }
}
