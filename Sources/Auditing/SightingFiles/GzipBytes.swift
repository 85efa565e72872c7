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
    private let inflation = GzipInflation()
    private var input: [UInt8] = []
    private var position = 0
    private var (taken, given) = (0, 0)
    /// Why the last step has ended.
    private var ending = GzipInflation.Step.Ending.needsInput

    init(_ packed: any ByteSource, file: String) {
        self.file = file
        self.packed = packed
    }

    func next() throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        var room = piece.mutableSpan
        let count = try unpack(into: &room)
        piece.removeLast(piece.count - count)
        return piece
    }

    func read(into buffer: inout MutableSpan<UInt8>) throws -> Int? { try unpack(into: &buffer) }

    /// Unpacks the next bytes and says how many, 0 at the end.
    private func unpack(into room: inout MutableSpan<UInt8>) throws -> Int {
        while true {
            if position == input.count, ending != .needsRoom {
                input = try packed.next()
                position = 0
                taken += input.count
                if input.isEmpty {
                    guard ending == .memberEnded else {
                        throw SightingFileError(.cutOff, file: file, "its gzip data ends in the middle")
                    }
                    return 0
                }
            }
            // Zeros after the end are padding, as tapes have it.
            if ending == .memberEnded, input[position] == 0 {
                position += 1
                continue
            }
            let count = try step(into: &room)
            given += count
            guard given <= Self.harmless || given / taken <= Self.largestRatio else {
                throw SightingFileError(
                    .swollen, file: file, "it unpacks to more than \(Self.largestRatio) times its size")
            }
            if count > 0 { return count }
        }
    }

    private func step(into room: inout MutableSpan<UInt8>) throws -> Int {
        do {
            let step = try inflation.unpack(input.span.extracting(position...), into: &room)
            position += step.taken
            ending = step.ending
            return step.given
        } catch {
            throw SightingFileError(.damaged, file: file, "its gzip data is damaged: \(error.reason)")
        }
    }
}
