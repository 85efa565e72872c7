public import CSV
internal import Synchronization

/// What only the reader of a file knows: where in it the rows came from, and what was wrong before they were rows.
public final class SightingNotes: Sendable {
    /// What a file counts.
    enum Item: Sendable {
        case line
        case waypoint
        case feature
        case code

        var name: String {
            switch self {
            case .line: "line"
            case .waypoint: "waypoint"
            case .feature: "feature"
            case .code: "code"
            }
        }
    }

    private struct File {
        let item: Item
        /// By line of the rows. As many as an audit names.
        var reasons: [Int: String] = [:]
    }

    private struct State {
        var files: [String: File] = [:]
        var warnings: [String] = []
    }

    private static let reasonLimit = 200
    private let state = Mutex(State())

    public init() {}

    /// For example `walk.gpx: 3 waypoints without a URL were left out`.
    public var warnings: [String] { state.withLock(\.warnings) }

    /// The same problem, told by the place in the file that the person has.
    public func placed(_ problem: FileProblem) -> FileProblem {
        state.withLock { state in
            guard let file = state.files[problem.file], let line = problem.line else { return problem }
            let reason = file.reasons[line] ?? problem.reason
            let column = file.reasons[line] == nil ? problem.column : nil
            switch file.item {
            case .line: return FileProblem(file: problem.file, line: line - 1, column: column, reason: reason)
            case .code: return FileProblem(file: problem.file, column: column, reason: reason)
            case .waypoint, .feature:
                return FileProblem(
                    file: problem.file, column: column, reason: "\(file.item.name) \(line - 1): \(reason)")
            }
        }
    }

    func begin(_ file: String, _ item: Item) {
        state.withLock { $0.files[file] = File(item: item) }
    }

    func refuse(_ file: String, line: Int, _ reason: String) {
        state.withLock { state in
            guard state.files[file]?.reasons.count ?? 0 < Self.reasonLimit else { return }
            state.files[file]?.reasons[line] = reason
        }
    }

    func warn(_ file: String, leftOut: Int) {
        state.withLock { state in
            let noun = state.files[file]?.item.name ?? "line"
            let what = leftOut == 1 ? "1 \(noun) without a URL was" : "\(leftOut) \(noun)s without a URL were"
            state.warnings.append("\(file): \(what) left out")
        }
    }
}
