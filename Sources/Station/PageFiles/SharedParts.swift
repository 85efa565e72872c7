/// Scripts that several pages of the daemon have in common.
package enum SharedParts {
    /// The sounds for what is done and what failed.
    package static var tones: [UInt8] { PackageResources.tones_js }
    /// Small JPEG files without metadata.
    package static var jpeg: [UInt8] { PackageResources.jpeg_js }
}
