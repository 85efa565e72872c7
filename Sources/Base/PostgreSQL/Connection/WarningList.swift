internal import CPostgreSQL

/// What the database has warned of while it did a statement.
final class WarningList {
    private(set) var states: [SQLState] = []

    func clear() { states = [] }

    /// The receiver that libpq calls, on the thread of the statement. See: `PQsetNoticeReceiver`
    static func receive(_ list: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
        guard let list = unsafe list, let state = unsafe postgres_result_state(result) else { return }
        let warnings = unsafe Unmanaged<WarningList>.fromOpaque(list).takeUnretainedValue()
        warnings.states.append(SQLState(unsafe String(cString: state)))
    }
}
