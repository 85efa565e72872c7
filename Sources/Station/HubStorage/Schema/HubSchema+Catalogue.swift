/// Stores, experiences, deployments and readers.
extension HubSchema {
    static let catalogue = [
        "CREATE TABLE gates (gate bigint PRIMARY KEY)",
        "INSERT INTO gates SELECT generate_series(0, \(Gate.last))",
        """
        CREATE TABLE stores (
            key \(text) PRIMARY KEY, name \(text) NOT NULL, latitude double precision, longitude double precision,
            radius double precision, address \(text), roaming boolean NOT NULL, place_latitude double precision,
            place_longitude double precision
        )
        """,
        """
        CREATE TABLE experiences (
            url \(text) NOT NULL, title \(text) NOT NULL, subtitle \(text) NOT NULL, action \(text) NOT NULL,
            store \(text), image \(text), language \(text), status \(text) NOT NULL, app \(text), deployment \(text)
        )
        """,
        "CREATE UNIQUE INDEX experiences_by_url ON experiences (\(digest("url")))",
        "CREATE TABLE deployments (name \(text) PRIMARY KEY, template \(text), profile \(text) NOT NULL)",
        "CREATE TABLE readers (name \(text) PRIMARY KEY, connection \(text) NOT NULL)",
    ]
}
