internal import Markup
internal import Registry

/// The banner that Safari shows on a page for an App Clip: on the pages of a host that vouches for it, never for Apple's
/// default link or demo link.
///
/// See: App Clips, "Supporting invocations from your website and the Messages app". `app-argument` never reaches an
/// App Clip, so there is none.
package struct SmartAppBanner: Sendable, Equatable {
    /// The number of the app in the App Store.
    package let appStoreID: String
    /// The App Clip's bundle identifier, without the team's.
    package let bundle: String

    /// Takes an app identifier, `TEAMID.bundle.Clip`.
    package init(app: String, appStoreID: String) {
        bundle = DeploymentProfile.bundle(ofApp: app)
        self.appStoreID = appStoreID
    }

    /// The banner of the App Clip that an experience opens; nil where the number of its app is not known.
    init?(of experience: Experience, among deployments: [DeploymentProfile]) {
        guard let app = deployments.app(of: experience), let number = deployments.appStoreID(of: experience) else {
            return nil
        }
        self.init(app: app, appStoreID: number)
    }

    package var tag: String {
        let content = "app-id=\(appStoreID), app-clip-bundle-id=\(bundle), app-clip-display=card"
        return "<meta name=\"apple-itunes-app\" content=\"\(MarkupText.escaped(content))\">"
    }
}
