import CTurboJPEG
internal import Faults
internal import SymbolDecoding

/// Decodes JPEG files to grey pictures, within bounds. Owns a TurboJPEG decompressor; one thread uses it.
@safe struct JPEGPicture: ~Copyable {
    /// 64 megapixels: above what telephones write, and not more than 400 MB of coefficients at worst.
    static let pixelLimit = 1 << 26
    /// A picture whose scans are more than these takes its time for nothing.
    private static let flags = TJFLAG_LIMITSCANS | TJFLAG_FASTUPSAMPLE

    private let decompressor: tjhandle

    /// C: `tjInitDecompress`.
    init() throws(PhotographError) {
        guard let decompressor = unsafe tjInitDecompress() else {
            throw PhotographError(.outOfMemory, "there is no memory to read it")
        }
        unsafe self.decompressor = unsafe decompressor
    }

    deinit { unsafe _ = tjDestroy(decompressor) }

    /// The size in pixels, from the header alone. C: `tjDecompressHeader3`.
    func size(of jpeg: [UInt8]) throws(PhotographError) -> (width: Int, height: Int) {
        var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let status = unsafe tjDecompressHeader3(
            decompressor, jpeg, UInt(jpeg.count), &width, &height, &sampling, &colours)
        guard status == 0, width > 0, height > 0 else {
            throw PhotographError(.notAPicture, "it is not a JPEG picture: \(complaint)")
        }
        guard Int(width) * Int(height) <= Self.pixelLimit else {
            throw PhotographError(
                .tooLarge, "it has \(width) x \(height) pixels, more than \(Self.pixelLimit >> 20) megapixels")
        }
        return (Int(width), Int(height))
    }

    /// The picture at `1/divisor` of its size, 1, 2, 4 or 8. A file that is cut off gives what it has.
    /// C: `tjDecompress2`.
    func grey(_ jpeg: [UInt8], divisor: Int) throws(PhotographError) -> GreyPicture {
        let size = try size(of: jpeg)
        let width = (size.width + divisor - 1) / divisor
        let height = (size.height + divisor - 1) / divisor
        var pixels = [UInt8](repeating: 0, count: width * height)
        let status = unsafe tjDecompress2(
            decompressor, jpeg, UInt(jpeg.count), &pixels, Int32(width), 0, Int32(height), Int32(TJPF_GRAY.rawValue),
            Self.flags)
        // A warning means damage; what was decoded may hold a code all the same.
        let isWarning = unsafe tjGetErrorCode(decompressor) == Int32(TJERR_WARNING.rawValue)
        guard status == 0 || isWarning else {
            throw PhotographError(.notAPicture, "it cannot be decoded: \(complaint)")
        }
        do {
            return try GreyPicture(width: width, height: height, pixels: pixels)
        } catch {
            throw PhotographError(.tooLarge, error.reason)
        }
    }

    private var complaint: String {
        unsafe tjGetErrorStr2(decompressor).map { unsafe String(cString: $0) } ?? "unknown"
    }
}
