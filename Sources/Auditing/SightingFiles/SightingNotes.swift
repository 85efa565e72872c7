package import CSV
internal import Synchronization

/// What only the reader of a file knows: where in it the rows came from, and what was wrong before they were rows.
package final class SightingNotes: Sendable {
    /// What a file counts.
    package enum Item: String, Sendable {
        case line
        case waypoint
        case feature
        case code

        var name: String { rawValue }
    }

    /// What the rows of one file were made from.
    package struct Origin: Sendable, Equatable {
        package let item: Item
        /// How many sightings it holds.
        package fileprivate(set) var sightings = 0
        /// Why items are refused, by line of the rows; as many as an audit names.
        package fileprivate(set) var refusals: [Int: String] = [:]
    }

    private struct State {
        var files: [String: Origin] = [:]
        var warnings: [String] = []
    }

    private static let reasonLimit = 200
    private let state = Mutex(State())

    package init() {}

    /// For example `walk.gpx: 3 waypoints without a URL were left out`.
    package var warnings: [String] { state.withLock(\.warnings) }

    /// The same problem, at its place in the file that the person has.
    package func placed(_ problem: FileProblem) -> FileProblem {
        state.withLock { state in
            guard let file = state.files[problem.file], let line = problem.line else { return problem }
            let reason = file.refusals[line] ?? problem.reason
            let column = file.refusals[line] == nil ? problem.column : nil
            switch file.item {
            case .line: return FileProblem(file: problem.file, line: line - 1, column: column, reason: reason)
            case .code: return FileProblem(file: problem.file, column: column, reason: reason)
            case .waypoint, .feature:
                return FileProblem(
                    file: problem.file, column: column, reason: "\(file.item.name) \(line - 1): \(reason)")
            }
        }
    }

    /// What a file's rows were made from; nil for a file that is CSV already.
    package func origin(of file: String) -> Origin? { state.withLock { $0.files[file] } }

    /// Takes over what another process knows of a file.
    package func take(_ file: String, _ item: Item, sightings: Int, refusals: [Int: String], warnings: [String]) {
        state.withLock { state in
            state.files[file] = Origin(item: item, sightings: sightings, refusals: refusals)
            state.warnings += warnings
        }
    }

    func begin(_ file: String, _ item: Item) {
        state.withLock { $0.files[file] = Origin(item: item) }
    }

    /// The reason is worked out only where it is kept: a file may be bad from its beginning to its end.
    func refuse(_ file: String, line: Int, _ reason: @autoclosure () -> String) {
        state.withLock { state in
            guard state.files[file]?.refusals.count ?? 0 < Self.reasonLimit else { return }
            state.files[file]?.refusals[line] = reason()
        }
    }

    func count(_ file: String, sightings: Int) {
        state.withLock { $0.files[file]?.sightings = sightings }
    }

    func warn(_ file: String, leftOut: Int) {
        warn(file, of: leftOut) { $0 == 1 ? "without a URL was left out" : "without a URL were left out" }
    }

    func warn(_ file: String, withoutAccuracy count: Int) {
        warn(file, of: count) { "\($0 == 1 ? "says" : "say") accuracy 0, which is taken as none" }
    }

    private func warn(_ file: String, of count: Int, _ what: (Int) -> String) {
        state.withLock { state in
            let noun = state.files[file]?.item.name ?? "line"
            state.warnings.append("\(file): \(count) \(noun)\(count == 1 ? "" : "s") \(what(count))")
        }
    }
}
