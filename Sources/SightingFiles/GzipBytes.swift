internal import CZlib

/// A gzip file (RFC 1952) unpacked as it is read; several after one another are one. Owns a `z_stream`.
@safe final class GzipBytes: ByteSource {
    /// Sightings pack to a tenth or a twentieth. What is above this share after the first 64 MiB is made to fill disks.
    private static let largestRatio = 250
    private static let harmless = 64 << 20
    private static let pieceSize = 1 << 20

    private let file: String
    private let packed: any ByteSource
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var position = 0
    private var (taken, given) = (0, 0)
    /// Between two gzip files.
    private var isBetween = false

    /// C: `inflateInit2`.
    init(_ packed: any ByteSource, file: String) throws {
        self.file = file
        self.packed = packed
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe waymark_inflate_gzip(stream) == Z_OK else {
            throw SightingFileError(.damaged, file, "there is no memory to unpack it")
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// C: `inflate`, `inflateReset`.
    func next() throws -> [UInt8] {
        while true {
            if position == input.count {
                input = try packed.next()
                position = 0
                taken += input.count
                if input.isEmpty {
                    guard isBetween else { throw SightingFileError(.cutOff, file, "its gzip data ends in the middle") }
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
                    .swollen, file, "it unpacks to more than \(Self.largestRatio) times its size")
            }
            if !piece.isEmpty { return piece }
        }
    }

    private func unpack() throws -> [UInt8] {
        if isBetween { unsafe _ = inflateReset(stream) }
        isBetween = false
        var status = Z_OK
        var left: UInt32 = 0
        let waiting = input.count - position
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + position }
                unsafe stream.pointee.avail_in = UInt32(waiting)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(Self.pieceSize)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                unsafe left = stream.pointee.avail_in
            }
            count = unsafe Self.pieceSize - Int(stream.pointee.avail_out)
        }
        position = input.count - Int(left)
        switch status {
        case Z_STREAM_END: isBetween = true
        case Z_OK, Z_BUF_ERROR: break
        default:
            let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "status \(status)"
            throw SightingFileError(.damaged, file, "its gzip data is damaged: \(reason)")
        }
        return piece
    }
}
