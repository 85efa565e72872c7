/// Where a statement about invocations is written.
package enum LaunchSource: String, Sendable, Codable, CaseIterable {
    case configuring
    case responding
    case associating
    case website
    case codes
    case testing
    case tagErrors = "tag-errors"
    case defaultOnEighteen = "default-on-18"
    case deactivated
    /// Only this project's reading: no text says it.
    case none

    package var title: String {
        switch self {
        case .configuring: "Apple, Configuring App Clip experiences"
        case .responding: "Apple, Responding to invocations"
        case .associating: "Apple, Associating your App Clip with your website"
        case .website: "Apple, Supporting invocations from your website and the Messages app"
        case .codes: "Apple, Encoding a URL in an App Clip Code"
        case .testing: "Apple, Testing the launch experience of your App Clip"
        case .tagErrors: "report, Apple's forums, thread 803187"
        case .defaultOnEighteen: "report, Apple's forums, thread 764545"
        case .deactivated: "report, Apple's forums, tag App Clips"
        case .none: "no source"
        }
    }

    /// Nil where there is none.
    package var address: String? {
        let clips = "https://developer.apple.com/documentation/appclip/"
        let forums = "https://developer.apple.com/forums/"
        return switch self {
        case .configuring: clips + "configuring-the-launch-experience-of-your-app-clip"
        case .responding: clips + "responding-to-invocations"
        case .associating: clips + "associating-your-app-clip-with-your-website"
        case .website: clips + "supporting-invocations-from-your-website-and-the-messages-app"
        case .codes: clips + "encoding-a-url-in-an-app-clip-code"
        case .testing: clips + "testing-the-launch-experience-of-your-app-clip"
        case .tagErrors: forums + "thread/803187"
        case .defaultOnEighteen: forums + "thread/764545"
        case .deactivated: forums + "tags/app-clips"
        case .none: nil
        }
    }
}
