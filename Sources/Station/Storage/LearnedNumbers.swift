internal import Registry

/// The numbers of what ordered rows are of and by, each looked up once: in the order of their tables beforehand, or when a
/// row needs it.
struct LearnedNumbers {
    private let names: (contents: [SeenContent], devices: [DevicePseudonym])
    private var contents: [Int64?]
    private var devices: [Int64?]
    /// Of the registry, when these were looked up.
    private var sweeps: Int

    init<Row>(of rows: OrderedRows<Row>, sweeps: Int) {
        names = (rows.contents, rows.devices)
        contents = Array(repeating: nil, count: rows.contents.count)
        devices = Array(repeating: nil, count: rows.devices.count)
        self.sweeps = sweeps
    }

    /// What was swept from the registry since is looked up again.
    mutating func renew(sweeps: Int) {
        if sweeps == self.sweeps { return }
        self.sweeps = sweeps
        for place in contents.indices { contents[place] = nil }
        for place in devices.indices { devices[place] = nil }
    }

    mutating func content(_ place: Int, in numbers: EvidenceNumbers) throws -> Int64 {
        if let known = contents[place] { return known }
        let number = try numbers.number(of: names.contents[place])
        contents[place] = number
        return number
    }

    mutating func device(_ place: Int, in numbers: EvidenceNumbers) throws -> Int64 {
        if let known = devices[place] { return known }
        let number = try numbers.number(of: names.devices[place])
        devices[place] = number
        return number
    }
}
