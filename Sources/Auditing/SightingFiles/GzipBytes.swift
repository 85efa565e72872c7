internal import Compression
internal import Faults

/// A gzip file (RFC 1952) unpacked as it is read; several after one another are one.
final class GzipBytes: ByteSource {
    /// Sightings pack to a tenth or a twentieth. What is above this share after the first 64 MiB is made to fill disks.
    private static let largestRatio = 250
    private static let harmless = 64 << 20
    private static let pieceSize = 1 << 20

    private let file: String
    private let packed: any ByteSource
    private let inflation: GzipInflation
    private var input: [UInt8] = []
    private var position = 0
    private var (taken, given) = (0, 0)
    /// Between two gzip files.
    private var isBetween = false

    init(_ packed: any ByteSource, file: String) throws {
        self.file = file
        self.packed = packed
        do {
            inflation = try GzipInflation()
        } catch {
            throw SightingFileError(.damaged, file: file, error.reason)
        }
    }

    func next() throws -> [UInt8] {
        while true {
            if position == input.count {
                input = try packed.next()
                position = 0
                taken += input.count
                if input.isEmpty {
                    guard isBetween else {
                        throw SightingFileError(.cutOff, file: file, "its gzip data ends in the middle")
                    }
                    return []
                }
            }
            // Zeros after the end are padding, as tapes have it.
            if isBetween, input[position] == 0 {
                position += 1
                continue
            }
            let piece = try unpack()
            given += piece.count
            guard given <= Self.harmless || given / taken <= Self.largestRatio else {
                throw SightingFileError(
                    .swollen, file: file, "it unpacks to more than \(Self.largestRatio) times its size")
            }
            if !piece.isEmpty { return piece }
        }
    }

    private func unpack() throws -> [UInt8] {
        if isBetween { inflation.restart() }
        do {
            let (piece, isEnd) = try inflation.unpack(&input, from: &position, limit: Self.pieceSize)
            isBetween = isEnd
            return piece
        } catch {
            throw SightingFileError(.damaged, file: file, "its gzip data is damaged: \(error.reason)")
        }
    }
}
