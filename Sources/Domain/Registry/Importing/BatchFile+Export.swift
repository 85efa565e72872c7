internal import CSV
internal import Chips
internal import Geodesy

extension BatchFile {
    /// A batch's tags as a file that `read` takes: the columns of the schema, and each tag's state and its chip's UID,
    /// which are for people and are ignored when the file is read.
    public static func bytes(_ tags: [Tag]) -> [UInt8] {
        var writer = RowWriter(schema.names + ["state", "uid"], numbers: schema.numbers)
        for tag in tags {
            let place = tag.deployed
            writer.append([
                tag.id.text, tag.store.text, tag.placement, tag.medium.rawValue, tag.url,
                place.map { "\($0.position.latitude)" } ?? "", place.map { "\($0.position.longitude)" } ?? "",
                place.map { "\($0.accuracy)" } ?? "",
                place?.time?.iso8601 ?? "", tag.state.rawValue, tag.uid?.hexadecimal ?? "",
            ])
        }
        return writer.take()
    }
}
