import CTurboJPEG
internal import Faults

/// A JPEG file, decoded within bounds. Owns a TurboJPEG decompressor; one thread uses it.
@safe package struct JPEGPicture: ~Copyable {
    /// In pixels.
    package let width: Int
    package let height: Int

    private let file: [UInt8]
    /// TurboJPEG's number of the colour space.
    private let colours: Int32
    private let decompressor: tjhandle
    /// A picture whose scans are more than these takes its time for nothing.
    private static let flags = TJFLAG_LIMITSCANS | TJFLAG_FASTUPSAMPLE

    /// Reads the header alone. C: `tjInitDecompress`, `tjDecompressHeader3`.
    package init(_ file: [UInt8]) throws(PictureError) {
        guard let decompressor = unsafe tjInitDecompress() else { throw .jpeg("out of memory") }
        var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let status = unsafe tjDecompressHeader3(
            decompressor, file, UInt(file.count), &width, &height, &sampling, &colours)
        guard status == 0, width > 0, height > 0 else {
            let complaint = unsafe Self.complaint(decompressor)
            unsafe tjDestroy(decompressor)
            throw .jpeg(complaint)
        }
        (self.width, self.height) = (Int(width), Int(height))
        self.file = file
        self.colours = colours
        unsafe self.decompressor = unsafe decompressor
    }

    deinit { unsafe _ = tjDestroy(decompressor) }

    /// The grey pixels at `1/divisor` of its size, 1, 2, 4 or 8, row by row. A file that is cut off gives what it has.
    package func grey(divisor: Int) throws(PictureError) -> (width: Int, height: Int, pixels: [UInt8]) {
        let decoded = try decoded(divisor: divisor, as: TJPF_GRAY, bytesPerPixel: 1)
        return (decoded.width, decoded.height, decoded.bytes)
    }

    /// What is wrong with a file that is not whole; nil for one that is. All of it is decoded.
    package func damage() throws(PictureError) -> String? {
        // Four inks become no grey.
        let hasInks = [TJCS_CMYK, TJCS_YCCK].contains { Int32($0.rawValue) == colours }
        return try decoded(divisor: 8, as: hasInks ? TJPF_CMYK : TJPF_GRAY, bytesPerPixel: hasInks ? 4 : 1).damage
    }

    /// C: `tjDecompress2`. A warning means damage.
    private func decoded(
        divisor: Int, as format: TJPF, bytesPerPixel: Int
    ) throws(PictureError) -> (width: Int, height: Int, bytes: [UInt8], damage: String?) {
        let (width, height) = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
        var bytes = [UInt8](repeating: 0, count: width * height * bytesPerPixel)
        let status = unsafe tjDecompress2(
            decompressor, file, UInt(file.count), &bytes, Int32(width), 0, Int32(height), Int32(format.rawValue),
            Self.flags)
        guard status != 0 else { return (width, height, bytes, nil) }
        let complaint = unsafe Self.complaint(decompressor)
        guard unsafe tjGetErrorCode(decompressor) == Int32(TJERR_WARNING.rawValue) else { throw .jpeg(complaint) }
        return (width, height, bytes, complaint)
    }

    private static func complaint(_ decompressor: tjhandle) -> String {
        unsafe tjGetErrorStr2(decompressor).map { unsafe String(cString: $0) } ?? "unknown"
    }
}

extension PictureError {
    fileprivate static func jpeg(_ reason: String) -> PictureError {
        .unreadable(reason, largestSide: PictureFile.largestSide)
    }
}
