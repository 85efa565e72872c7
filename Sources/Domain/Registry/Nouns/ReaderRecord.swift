/// A reader that the station starts a worker for.
public struct ReaderRecord: Hashable, Sendable, Codable {
    public let name: ReaderName
    /// libnfc's connection string, `pn532_uart:/dev/ttyUSB0`.
    public let connection: String

    public init(name: ReaderName, connection: String) {
        self.name = name
        self.connection = connection
    }
}
