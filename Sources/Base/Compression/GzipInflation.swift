internal import CISAL

/// Unpacks a gzip file (RFC 1952), member after member, a piece at a time. Owns an `inflate_state`; one thread uses it.
///
/// ISA-L unpacks the deflated data alone; headers and trailers are read here. Version 2.30, when it is left to check trailers,
/// refuses some good files on arm64: it takes the end of a block that falls on the end of a buffer for the end of the data.
@safe package final class GzipInflation {
    private enum Part {
        case header(GzipHeader)
        case data
        case trailer(GzipTrailer)
    }

    /// What a call has done.
    package struct Step: Sendable {
        package enum Ending: Sendable {
            /// All input was taken, and there is room left.
            case needsInput
            /// The room is full. There may be more without further input.
            case needsRoom
            /// A member has ended and was right. What follows is another one.
            case memberEnded
        }

        /// Of the input.
        package fileprivate(set) var taken = 0
        /// To the room.
        package fileprivate(set) var given = 0
        package fileprivate(set) var ending = Ending.needsInput
    }

    private let state: UnsafeMutableRawPointer
    private var part = Part.header(GzipHeader())
    private var checksum: UInt32 = 0
    private var length: UInt32 = 0

    package init() {
        unsafe state = .allocate(byteCount: waymark_inflation_size(), alignment: 16)
    }

    deinit { unsafe state.deallocate() }

    /// Unpacks from the beginning of `input` to the beginning of `room`.
    package func unpack(_ input: Span<UInt8>, into room: inout MutableSpan<UInt8>) throws(CompressionError) -> Step {
        var step = Step()
        while step.ending == .needsInput {
            switch part {
            case .header(var header):
                while !header.isWhole {
                    guard step.taken < input.count else {
                        part = .header(header)
                        return step
                    }
                    try header.take(input[step.taken])
                    step.taken += 1
                }
                beginData()
            case .data:
                let isEnd = try inflate(input.extracting(step.taken...), into: &room, &step)
                if isEnd {
                    part = .trailer(excess())
                } else if step.given == room.count {
                    step.ending = .needsRoom
                } else if step.taken == input.count {
                    return step
                }
            case .trailer(var trailer):
                while !trailer.isWhole {
                    guard step.taken < input.count else {
                        part = .trailer(trailer)
                        return step
                    }
                    trailer.take(input[step.taken])
                    step.taken += 1
                }
                try trailer.check(checksum: checksum, length: length)
                part = .header(GzipHeader())
                step.ending = .memberEnded
            }
        }
        return step
    }

    /// C: `isal_inflate_init`.
    private func beginData() {
        unsafe waymark_inflation_begin(state)
        (checksum, length) = (0, 0)
        part = .data
    }

    /// Unpacks to what is left of the room; says whether the data has ended. C: `isal_inflate`.
    private func inflate(
        _ input: Span<UInt8>, into room: inout MutableSpan<UInt8>, _ step: inout Step
    ) throws(CompressionError) -> Bool {
        let start = step.given
        let inflated = unsafe input.withUnsafeBufferPointer { input in
            unsafe room.withUnsafeMutableBufferPointer { room in
                let left = unsafe UnsafeMutableBufferPointer(rebasing: room[start...])
                return unsafe waymark_inflate(
                    state, input.baseAddress, UInt32(clamping: input.count), left.baseAddress,
                    UInt32(clamping: left.count))
            }
        }
        guard inflated.status >= 0 else { throw .damage(Self.reason(inflated.status)) }
        step.taken += Int(inflated.taken)
        step.given += Int(inflated.given)
        checksum = GzipChecksum.extended(checksum, by: room.span.extracting(start..<step.given))
        length &+= inflated.given
        return inflated.is_end
    }

    private static func reason(_ status: CInt) -> String {
        switch status {
        case ISAL_INVALID_BLOCK: "a block begins wrongly"
        case ISAL_INVALID_SYMBOL: "a code has no meaning"
        case ISAL_INVALID_LOOKBACK: "it repeats what was before its beginning"
        default: "ISA-L: status \(status)"
        }
    }

    /// The bytes of the trailer that were taken with the data.
    private func excess() -> GzipTrailer {
        var bytes: UInt64 = 0
        let count = unsafe waymark_inflation_excess(state, &bytes)
        return GzipTrailer(bytes, count: Int(count))
    }
}
