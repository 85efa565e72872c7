/// What is read of App Store Connect at every look.
package struct ConnectScope: Sendable, Hashable {
    /// Of which version the default card is read.
    package enum Defaults: Sendable, Hashable {
        case none
        /// Nil: the version in preparation, else the one on its way, else the released one.
        case version(String?)
    }

    /// The app's number.
    package let app: String
    /// The App Clip's identifier.
    package let clip: String
    /// The build whose invocations for testers are read.
    package let buildBundle: String?
    package let defaults: Defaults

    package init(app: String, clip: String, buildBundle: String?, defaults: Defaults) {
        self.app = app
        self.clip = clip
        self.buildBundle = buildBundle
        self.defaults = defaults
    }
}
