import CExif

/// What a camera wrote about a picture (EXIF 2.32). Owns an `ExifData`.
@safe struct ExifTags: ~Copyable {
    private let data: UnsafeMutablePointer<ExifData>

    /// Reads the EXIF of a JPEG file, or EXIF alone as a JPEG file has it; without any there are no tags.
    /// C: `exif_data_new_from_data`.
    init(_ bytes: [UInt8]) throws(PhotographError) {
        guard let data = unsafe exif_data_new_from_data(bytes, UInt32(clamping: bytes.count)) else {
            throw PhotographError(.outOfMemory, "there is no memory to read its EXIF")
        }
        unsafe self.data = unsafe data
    }

    deinit { unsafe exif_data_unref(data) }

    enum Tag {
        case gps(UInt32)
        case exif(UInt32)
        case picture(UInt32)
    }

    /// A tag's text without its end. C: `exif_content_get_entry`.
    func text(_ tag: Tag) -> String? {
        unsafe withEntry(tag) { entry, _ in
            guard unsafe entry.format == EXIF_FORMAT_ASCII, let bytes = unsafe entry.data else { return nil }
            let buffer = unsafe UnsafeBufferPointer(start: bytes, count: Int(entry.size))
            let text = unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
            return text.isEmpty ? nil : text
        }
    }

    /// A tag's rational numbers; nil when one has 0 below its line. C: `exif_get_rational`.
    func rationals(_ tag: Tag) -> [Double]? {
        unsafe withEntry(tag) { entry, order in
            guard unsafe entry.format == EXIF_FORMAT_RATIONAL, let bytes = unsafe entry.data,
                unsafe Int(entry.components) * 8 <= Int(entry.size)
            else { return nil }
            var numbers: [Double] = []
            for index in unsafe 0..<Int(entry.components) {
                let ratio = unsafe exif_get_rational(bytes + index * 8, order)
                guard ratio.denominator != 0 else { return nil }
                numbers.append(Double(ratio.numerator) / Double(ratio.denominator))
            }
            return numbers
        }
    }

    private func withEntry<Result>(_ tag: Tag, _ body: (ExifEntry, ExifByteOrder) -> Result?) -> Result? {
        let (folder, number): (Int32, UInt32) =
            switch tag {
            case .gps(let number): (Int32(EXIF_IFD_GPS.rawValue), number)
            case .exif(let number): (Int32(EXIF_IFD_EXIF.rawValue), number)
            case .picture(let number): (Int32(EXIF_IFD_0.rawValue), number)
            }
        let contents = unsafe [data.pointee.ifd.0, data.pointee.ifd.1, data.pointee.ifd.2, data.pointee.ifd.3]
        guard let content = unsafe contents[Int(folder)],
            let entry = unsafe exif_content_get_entry(content, ExifTag(rawValue: number))
        else { return nil }
        return unsafe body(entry.pointee, exif_data_get_byte_order(data))
    }
}
