/// Parts of an audit of everything that does not fit into memory.
extension HubSchema {
    static let auditParts = [
        // `news`: of the audit that opened them, see `judging`. `taken`: seconds since 1970, by the database's clock.
        """
        CREATE TABLE audit_parts (
            number bigint PRIMARY KEY, parts bigint NOT NULL, plan bigint NOT NULL, news bigint NOT NULL,
            daemon \(text), taken bigint, done boolean NOT NULL DEFAULT false
        )
        """
    ]
}
