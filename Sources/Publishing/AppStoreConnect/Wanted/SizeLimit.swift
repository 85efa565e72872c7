internal import AppClips
package import Registry

/// The largest App Clip that tags open.
///
/// Apple's limits are for the uncompressed App Clip after app thinning: 10 MB up to iOS 15, 15 MB from iOS 16. The 100 MB from
/// iOS 17 are for App Clips that no tag, code or other physical thing opens (App Clips, "Creating an App Clip with Xcode").
package struct SizeLimit: Sendable, Hashable {
    /// Millions of bytes.
    package let megabytes: Int
    package let reason: String

    package var bytes: Int { megabytes * 1_000_000 }

    package init(_ profile: DeploymentProfile) {
        if let oldest = profile.minimumIOS.flatMap({ SystemVersion($0) }), oldest < SystemVersion(major: 16) {
            megabytes = 10
            reason = "minimumIOS is \(oldest), and before iOS 16 an App Clip may have 10 MB"
        } else {
            megabytes = 15
            reason =
                "an App Clip that tags open may have 15 MB; the 100 MB of iOS 17 are for those that nothing physical opens"
        }
    }
}
