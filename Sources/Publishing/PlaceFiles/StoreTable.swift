internal import CSV
internal import Faults
internal import Geodesy
package import Registry

/// A deployment's `stores.csv` with places added: what is in it stays as it is, columns that Waymark does not know included.
package struct StoreTable: Sendable {
    private static let columns = ["store", "name", "latitude", "longitude", "radius", "address"]
    private static let numbers: Set<String> = ["latitude", "longitude", "radius", "place-latitude", "place-longitude"]

    /// Columns that Waymark reads. The fields of others are kept as they are written.
    private static let known = Set(StoreFile.schema.names)

    private let file: String
    private var header: [String]
    private var rows: [[String]] = []

    /// Takes the bytes of the file, which may be none. Throws `FileError` for what is not a file of stores, and for one that is
    /// saved in another form than CSV with commas: that would be lost.
    package init(_ bytes: [UInt8], file: String) throws {
        self.file = file
        header = Self.columns
        guard !bytes.isEmpty else { return }
        _ = try StoreFile.read(bytes, file: file)
        var records: [Record] = []
        var parser = RecordParser()
        func take(_ event: RecordParser.Event) {
            if case .record(let record) = event { records.append(record) }
        }
        try parser.feed(bytes) { (event) throws in take(event) }
        try parser.finish { (event) throws in take(event) }
        guard let first = records.first?.strings,
            Set(["store", "name", "latitude", "longitude", "radius"]).isSubset(of: first)
        else {
            throw FileError(
                code: .header, file: file,
                problems: [
                    FileProblem(file: file, reason: "it is not CSV in UTF-8 with commas and the columns' own names")
                ],
                next: "save it so; nothing was written")
        }
        header = first
        rows = records.dropFirst().map { record in
            zip(first, zip(record.strings, record.texts)).map { column, fields in
                Self.known.contains(column) ? fields.1 : fields.0
            }
        }
    }

    /// Why a file of stores would not take a place: the rules are those of any row.
    static func objection(to candidate: PlaceCandidate) -> String? {
        guard var table = try? StoreTable([], file: "") else { return nil }
        table.set(
            Store(id: StoreID(candidate.id), name: candidate.name, region: nil, address: candidate.address))
        do {
            _ = try table.bytes()
            return nil
        } catch let error as FileError {
            return error.problems.first?.reason ?? error.reason
        } catch {
            return "\(error)"
        }
    }

    /// Adds a store at the end, or replaces the fields that a place has of the store that is there.
    package mutating func set(_ store: Store) {
        var fields = [
            "store": store.id.text, "name": store.name,
            "latitude": store.region.map { LocationText.decimal($0.centre.latitude) } ?? "",
            "longitude": store.region.map { LocationText.decimal($0.centre.longitude) } ?? "",
            "radius": store.region.map { Self.radius($0.radius) } ?? "",
        ]
        if let address = store.address {
            fields["address"] = address
            if !header.contains("address") {
                header.append("address")
                rows = rows.map { $0 + [""] }
            }
        }
        guard let key = header.firstIndex(of: "store"), let row = rows.firstIndex(where: { $0[key] == store.id.text })
        else {
            rows.append(header.map { fields[$0] ?? "" })
            return
        }
        for (column, name) in header.enumerated() {
            if let field = fields[name] { rows[row][column] = field }
        }
    }

    /// The whole file, which is read again as a deployment's is: throws `FileError` where that is refused.
    package func bytes() throws -> [UInt8] {
        let verbatim = Self.numbers.union(header.filter { !Self.known.contains($0) })
        var writer = RowWriter(header, numbers: verbatim, lineEnding: .lf)
        for row in rows { writer.append(row) }
        let bytes = writer.take()
        _ = try StoreFile.read(bytes, file: file)
        return bytes
    }

    private static func radius(_ metres: Double) -> String {
        metres == metres.rounded() ? String(Int(metres)) : String(metres)
    }
}
