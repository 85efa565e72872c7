import CHEIF
internal import Faults

/// The first picture of an HEIF file (ISO/IEC 23008-12), as phones write them with HEVC inside (`.heic`). Owns a
/// `heif_context` and a `heif_image_handle`; one thread uses it.
///
/// Decoders of video read what strangers sent: decode in a process that may do nothing else (`CurrentProcess.confine`).
@safe package struct HEICPicture: ~Copyable {
    /// In pixels, turned as the file says.
    package let width: Int
    package let height: Int

    private let context: OpaquePointer
    private let handle: OpaquePointer

    /// Reads the header alone. C: `heif_context_read_from_memory`, `heif_context_get_primary_image_handle`.
    package init(_ file: [UInt8]) throws(PictureError) {
        guard let context = unsafe heif_context_alloc() else { throw .heic("out of memory") }
        // One picture after the other: several files are read side by side.
        unsafe heif_context_set_max_decoding_threads(context, 0)
        var handle: OpaquePointer?
        var complaint = unsafe Self.complaint(heif_context_read_from_memory(context, file, file.count, nil))
        if complaint == nil {
            complaint = unsafe Self.complaint(heif_context_get_primary_image_handle(context, &handle))
        }
        guard complaint == nil, let handle = unsafe handle else {
            unsafe heif_context_free(context)
            throw .heic(complaint ?? "it holds no picture")
        }
        unsafe self.context = unsafe context
        unsafe self.handle = unsafe handle
        width = unsafe Int(heif_image_handle_get_width(handle))
        height = unsafe Int(heif_image_handle_get_height(handle))
    }

    deinit {
        unsafe heif_image_handle_release(handle)
        unsafe heif_context_free(context)
    }

    /// What the camera wrote about it, as a JPEG file has it: `Exif`, two bytes 0, and a TIFF header. Nil without any.
    /// C: `heif_image_handle_get_metadata`.
    package var exif: [UInt8]? {
        var item: heif_item_id = 0
        guard unsafe heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &item, 1) == 1 else { return nil }
        let size = unsafe heif_image_handle_get_metadata_size(handle, item)
        guard size > 4 else { return nil }
        var block = [UInt8](repeating: 0, count: size)
        guard unsafe heif_image_handle_get_metadata(handle, item, &block).code == heif_error_Ok else { return nil }
        // ISO/IEC 23008-12, A.2.1: first the distance of the TIFF header, in four bytes.
        let distance = block[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard distance < size - 4 else { return nil }
        return Array("Exif\0\0".utf8) + block[(4 + distance)...]
    }

    /// The grey pixels, row by row: the brightness, which HEVC keeps apart from the colours.
    /// C: `heif_decode_image`, `heif_image_get_plane_readonly`.
    package func grey() throws(PictureError) -> (width: Int, height: Int, pixels: [UInt8]) {
        guard let options = unsafe heif_decoding_options_alloc() else { throw .heic("out of memory") }
        defer { unsafe heif_decoding_options_free(options) }
        unsafe options.pointee.convert_hdr_to_8bit = 1
        var image: OpaquePointer?
        let complaint = unsafe Self.complaint(
            heif_decode_image(handle, &image, heif_colorspace_YCbCr, heif_chroma_420, options))
        guard complaint == nil, let image = unsafe image else { throw .heic(complaint ?? "it holds no picture") }
        defer { unsafe heif_image_release(image) }
        var stride: Int32 = 0
        guard let plane = unsafe heif_image_get_plane_readonly(image, heif_channel_Y, &stride),
            unsafe heif_image_get_bits_per_pixel_range(image, heif_channel_Y) == 8
        else { throw .heic("it has no brightness of 8 bits") }
        let (width, height) = unsafe (
            Int(heif_image_get_width(image, heif_channel_Y)), Int(heif_image_get_height(image, heif_channel_Y))
        )
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            unsafe pixels.append(contentsOf: UnsafeBufferPointer(start: plane + row * Int(stride), count: width))
        }
        return (width, height, pixels)
    }

    /// Nil when a call has done what it should.
    private static func complaint(_ status: heif_error) -> String? {
        guard unsafe status.code != heif_error_Ok else { return nil }
        return unsafe status.message.map { unsafe String(cString: $0) } ?? "unknown"
    }
}

extension PictureError {
    fileprivate static func heic(_ reason: String) -> PictureError {
        .unreadable(reason, largestSide: PictureFile.largestSide)
    }
}
