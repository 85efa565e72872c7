/// Scripts that several pages of the daemon have in common.
package enum SharedParts {
    /// The sounds for what is done and what failed.
    package static var tones: [UInt8] { PackageResources.tones_js }
}
