package import Registry

/// Folded evidence as bytes of a row, numbers with the lowest byte first: 24 of a visit, 9 of a witness (time, device,
/// and the outcome's place among all).
package enum FoldedBytes {
    private static let visitSize = 24
    private static let witnessSize = 9

    package static func bytes(of visits: [PackedVisit]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(visitSize * visits.count)
        for visit in visits { append(visit, to: &bytes) }
        return bytes
    }

    package static func bytes(of witnesses: [PackedOutcome]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(witnessSize * witnesses.count)
        for witness in witnesses { append(witness, to: &bytes) }
        return bytes
    }

    /// Bytes that are too few for another visit are left out: the file was changed from outside.
    package static func visits(_ bytes: [UInt8]) -> [PackedVisit] {
        stride(from: 0, through: bytes.count - visitSize, by: visitSize).map { visit(bytes, $0) }
    }

    package static func witnesses(_ bytes: [UInt8]) -> [PackedOutcome] {
        stride(from: 0, through: bytes.count - witnessSize, by: witnessSize).map { witness(bytes, $0) }
    }

    private static func visit(_ bytes: [UInt8], _ place: Int) -> PackedVisit {
        PackedVisit(when: word(bytes, place), north: word(bytes, place + 8), east: word(bytes, place + 16))
    }

    private static func witness(_ bytes: [UInt8], _ place: Int) -> PackedOutcome {
        let moment = word(bytes, place)
        return PackedOutcome(
            entry: 0, time: UInt32(truncatingIfNeeded: moment), device: UInt32(truncatingIfNeeded: moment >> 32),
            outcome: Confirmation.Outcome(place: bytes[place + 8]))
    }

    /// Rows of several contents: the number of its content before each.
    static func bytes(of rows: [ArrivedRow<PackedVisit>]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((8 + visitSize) * rows.count)
        for row in rows {
            append(UInt64(bitPattern: row.content), to: &bytes)
            append(row.row, to: &bytes)
        }
        return bytes
    }

    static func bytes(of rows: [ArrivedRow<PackedOutcome>]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((8 + witnessSize) * rows.count)
        for row in rows {
            append(UInt64(bitPattern: row.content), to: &bytes)
            append(row.row, to: &bytes)
        }
        return bytes
    }

    static func arrivedVisits(_ bytes: [UInt8]) -> [ArrivedRow<PackedVisit>] {
        stride(from: 0, through: bytes.count - 8 - visitSize, by: 8 + visitSize).map { place in
            ArrivedRow(content: Int64(bitPattern: word(bytes, place)), row: visit(bytes, place + 8))
        }
    }

    static func arrivedWitnesses(_ bytes: [UInt8]) -> [ArrivedRow<PackedOutcome>] {
        stride(from: 0, through: bytes.count - 8 - witnessSize, by: 8 + witnessSize).map { place in
            ArrivedRow(content: Int64(bitPattern: word(bytes, place)), row: witness(bytes, place + 8))
        }
    }

    private static func append(_ visit: PackedVisit, to bytes: inout [UInt8]) {
        append(visit.when, to: &bytes)
        append(visit.north, to: &bytes)
        append(visit.east, to: &bytes)
    }

    private static func append(_ witness: PackedOutcome, to bytes: inout [UInt8]) {
        append(UInt64(witness.time) | UInt64(witness.device) << 32, to: &bytes)
        bytes.append(witness.outcome.place)
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: word.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
        precondition(place + 8 <= bytes.count)
        return unsafe UInt64(littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
}
