/// Who may do what over HTTP, and what requests with a key were answered.
extension HubSchema {
    static let access = [
        """
        CREATE TABLE tokens (
            name \(text) PRIMARY KEY, role \(text) NOT NULL, digest \(text) NOT NULL UNIQUE, created bigint NOT NULL,
            expires bigint, expired boolean NOT NULL, scope \(text), forgotten bigint
        )
        """,
        """
        CREATE TABLE sessions (
            digest \(text) PRIMARY KEY, token \(text) NOT NULL, expires bigint NOT NULL
        )
        """,
        """
        CREATE TABLE requests (
            actor \(text) NOT NULL, key \(text) NOT NULL, time bigint NOT NULL, state \(text) NOT NULL,
            personal boolean NOT NULL, daemon \(text) NOT NULL, request \(text), status bigint, headers \(text), body \(text),
            PRIMARY KEY (actor, key)
        )
        """,
        "CREATE INDEX requests_by_time ON requests (time)",
    ]
}
