internal import Faults
internal import Pictures
internal import SymbolDecoding

/// What a camera has kept: the scene in shades of grey, and what it wrote beside it.
struct PhotographedScene: ~Copyable {
    private enum Picture: ~Copyable {
        /// Decoded anew in each size, which takes less than reducing it.
        case jpeg(JPEGPicture)
        case decoded(GreyPicture)
    }

    private let picture: Picture
    /// As `ExifTags` reads it.
    let exif: [UInt8]

    init(jpeg: [UInt8], pixelLimit: Int) throws(PhotographError) {
        let picture: JPEGPicture
        do throws(PictureError) {
            picture = try JPEGPicture(jpeg)
        } catch {
            throw PhotographError(.notAPicture, "it is not a JPEG picture: \(error.reason)")
        }
        try Self.check(width: picture.width, height: picture.height, limit: pixelLimit)
        self.picture = .jpeg(picture)
        exif = jpeg
    }

    init(heic: [UInt8], pixelLimit: Int) throws(PhotographError) {
        do {
            let picture = try HEICPicture(heic)
            try Self.check(width: picture.width, height: picture.height, limit: pixelLimit)
            let (width, height, pixels) = try picture.grey()
            self.picture = .decoded(try GreyPicture(width: width, height: height, pixels: pixels))
            exif = picture.exif ?? []
        } catch let error as PhotographError {
            throw error
        } catch {
            let reason = (error as? PictureError)?.reason ?? (error as? SymbolDecodingError)?.reason ?? "\(error)"
            throw PhotographError(.notAPicture, "it is not an HEIC picture: \(reason)")
        }
    }

    /// At `1/divisor` of its size, 1, 2 or 4.
    func grey(divisor: Int) throws -> GreyPicture {
        switch picture {
        case .jpeg(let picture):
            let (width, height, pixels) = try picture.grey(divisor: divisor)
            return try GreyPicture(width: width, height: height, pixels: pixels)
        case .decoded(let picture): return divisor == 1 ? picture : try picture.reduced(by: divisor)
        }
    }

    private static func check(width: Int, height: Int, limit: Int) throws(PhotographError) {
        guard width * height <= limit else {
            throw PhotographError(
                .tooLarge, "it has \(width) x \(height) pixels, more than \(limit >> 20) megapixels")
        }
    }
}
