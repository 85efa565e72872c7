// What the exported project uses of App Clips.
import CoreLocation
import Foundation
import UIKit

public struct APActivationPayloadError: Error, Sendable {
    public enum Code: Int, Sendable {
        case disallowed = 1
        case doesNotMatch = 2
    }

    public let code: Code

    public init(_ code: Code) { self.code = code }
}

/// Answers as it is told, and refuses a region that the system would refuse.
public final class APActivationPayload: NSObject {
    public let url: URL?
    private let answer: @Sendable (CLCircularRegion) -> (Bool, (any Error)?)

    public init(url: URL?, answer: @escaping @Sendable (CLCircularRegion) -> (Bool, (any Error)?)) {
        self.url = url
        self.answer = answer
    }

    public func confirmAcquired(
        in region: CLRegion, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        guard let circle = region as? CLCircularRegion, circle.radius > 0, circle.radius <= 500 else {
            fatalError("confirmAcquired takes a circular region with a radius of at most 500 m")
        }
        let (isInside, error) = answer(circle)
        completionHandler(isInside, error)
    }
}

public final class ClipActivity: NSUserActivity {
    public let payload: APActivationPayload

    public init(_ payload: APActivationPayload) {
        self.payload = payload
        super.init(activityType: NSUserActivityTypeBrowsingWeb)
        webpageURL = payload.url
    }
}

extension NSUserActivity {
    public var appClipActivationPayload: APActivationPayload? { (self as? ClipActivity)?.payload }
}
