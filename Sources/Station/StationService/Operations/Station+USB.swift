internal import Logging
internal import ReaderSupervision
internal import Registry
package import UnixSystem

extension Station {
    /// What the station hears of readers that come and go.
    package enum ReaderNews: Sendable {
        /// What is plugged in on USB now.
        case plugged([USBDevice])
        /// A worker that another process has started waits for its reader, at this connection, to be added.
        case unclaimed(String)
    }

    /// Follows which USB readers are plugged in until the task is cancelled.
    ///
    /// A reader that was added by its port (`usb:1-1.3`, `pcsc:1-1.3`) keeps its name wherever else it has been in the meantime, and
    /// so does whatever is plugged in there next. With `joining`, a reader that was not added yet is added by its port
    /// under a free name.
    package func followUSB(_ news: AsyncStream<ReaderNews>, joining: Bool) async {
        for await item in news {
            let connections =
                switch item {
                case .plugged(let devices): readers.plugged(devices)
                case .unclaimed(let connection): [readers.joining(connection)].compactMap(\.self)
                }
            for connection in connections where joining {
                do {
                    try await addPluggedReader(connection)
                } catch {
                    logger.error(
                        "a plugged reader cannot be added",
                        metadata: ["connection": connection, "error": "\(error)"])
                }
            }
        }
    }

    private func addPluggedReader(_ connection: String) async throws {
        let record = ReaderRecord(name: try freeReaderName(), connection: connection)
        try await storage.record(.readerAdded(record), by: Author(station: name, actor: "waymarkd"))
        guard readers.add(name: record.name.text, connection: record.connection) else { return }
        logger.notice("a plugged reader joins", metadata: ["reader": record.name.text, "connection": connection])
    }
}
