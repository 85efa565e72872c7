internal import CPostgreSQL
internal import Faults

/// What a statement came to. Owns one `PGresult`.
@safe
final class PostgresResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { unsafe self.result = unsafe result }

    deinit { unsafe PQclear(result) }

    var status: ExecStatusType { unsafe PQresultStatus(result) }

    var rowCount: Int { Int(unsafe PQntuples(result)) }

    /// How many rows were changed, as text; empty for other statements.
    var affected: String { unsafe String(cString: PQcmdTuples(result)) }

    /// The name of what was done, such as `COMMIT`.
    var tag: String { unsafe String(cString: PQcmdStatus(result)) }

    /// Of the columns.
    private lazy var types: [PostgresType] = {
        let count = unsafe PQnfields(result)
        return (0..<count).map { unsafe PostgresType(rawValue: PQftype(result, $0)) }
    }()

    /// Copies a row out, so that it outlives the result.
    func row(_ index: Int) -> PostgresRow {
        let row = Int32(index)
        var (bytes, places) = ([UInt8](), [Range<Int32>?]())
        places.reserveCapacity(types.count)
        for column in 0..<Int32(types.count) {
            guard unsafe PQgetisnull(result, row, column) == 0, let start = unsafe PQgetvalue(result, row, column)
            else {
                places.append(nil)
                continue
            }
            let (first, count) = (Int32(bytes.count), unsafe PQgetlength(result, row, column))
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count)))
            places.append(first..<first + count)
        }
        return PostgresRow(types: types, bytes: bytes, places: places)
    }

    /// Nil where the statement was done.
    func fault(on connection: PostgresConnection) -> PostgresError? {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_COPY_IN, PGRES_COPY_OUT: return nil
        default: break
        }
        guard let code = unsafe postgres_result_state(result) else { return connection.lost() }
        let state = SQLState(unsafe String(cString: code))
        let constraint = unsafe postgres_result_constraint(result).map { unsafe String(cString: $0) }
        let message = unsafe postgres_result_message(result).map { unsafe String(cString: $0) }
        return PostgresError(
            state.meaning, why: "\(message ?? "it has said nothing") (SQLSTATE \(state))", state: state,
            constraint: constraint)
    }
}
