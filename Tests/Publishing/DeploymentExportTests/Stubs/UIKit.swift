// What the exported project uses of UIKit, and of the parts of Foundation that only Apple's platforms have.
// Classes here promise no more than Apple's headers: what those do not call Sendable is not.
import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

open class NSUserActivity: NSObject {
    public let activityType: String
    public var webpageURL: URL?

    public init(activityType: String) { self.activityType = activityType }
}

@MainActor open class UIResponder: NSObject {}

public final class UISceneSession: NSObject {
    public struct Role: Sendable {}

    public var role: Role { Role() }
}

public final class UISceneConfiguration: NSObject {
    public var delegateClass: AnyClass?

    public init(name: String?, sessionRole: UISceneSession.Role) {}
}

@MainActor open class UIScene: UIResponder {
    @MainActor public final class ConnectionOptions: NSObject {
        public let userActivities: Set<NSUserActivity>

        public init(userActivities: Set<NSUserActivity>) { self.userActivities = userActivities }
    }
}

@MainActor public final class UIWindowScene: UIScene {}

@MainActor open class UIViewController: UIResponder {}

@MainActor public final class UIWindow: UIResponder {
    public var rootViewController: UIViewController?

    public init(windowScene: UIWindowScene) {}

    public func makeKeyAndVisible() {}
}

@MainActor public final class UIApplication: UIResponder {}

@MainActor public protocol UIApplicationDelegate: NSObject {
    init()
    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
    public static func main() { _ = Self() }
}

@MainActor public protocol UISceneDelegate: NSObject {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
    func scene(_ scene: UIScene, continue activity: NSUserActivity)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}
