/// The types of columns and parameters that are read and written: their numbers in every PostgreSQL (pg_type.dat).
struct PostgresType: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    static let bool = PostgresType(rawValue: 16)
    static let bytes = PostgresType(rawValue: 17)
    static let name = PostgresType(rawValue: 19)
    static let int8 = PostgresType(rawValue: 20)
    static let int2 = PostgresType(rawValue: 21)
    static let int4 = PostgresType(rawValue: 23)
    static let text = PostgresType(rawValue: 25)
    static let double = PostgresType(rawValue: 701)
    static let bytesArray = PostgresType(rawValue: 1001)
    static let textArray = PostgresType(rawValue: 1009)
    static let int8Array = PostgresType(rawValue: 1016)
    static let doubleArray = PostgresType(rawValue: 1022)
    static let fixedText = PostgresType(rawValue: 1042)
    static let boundedText = PostgresType(rawValue: 1043)
}
