// What the exported project uses of User Notifications.
import Foundation

public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined, denied, authorized, provisional, ephemeral
}

public final class UNNotificationSettings: NSObject {
    public var authorizationStatus: UNAuthorizationStatus { .ephemeral }
}

open class UNNotificationContent: NSObject {}

public final class UNMutableNotificationContent: UNNotificationContent {
    public var title = ""
    public var body = ""
    public var targetContentIdentifier: String?
}

public final class UNTimeIntervalNotificationTrigger: NSObject {
    public init(timeInterval: TimeInterval, repeats: Bool) {}
}

public final class UNNotificationRequest: NSObject {
    public init(identifier: String, content: UNNotificationContent, trigger: UNTimeIntervalNotificationTrigger?) {}
}

public final class UNUserNotificationCenter: NSObject {
    public static func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }

    public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }

    public func add(_ request: UNNotificationRequest) async throws {}
}
