// What the exported project uses of Core Location.
import Foundation

public struct CLLocationCoordinate2D: Sendable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

open class CLRegion: NSObject {}

public final class CLCircularRegion: CLRegion {
    public let center: CLLocationCoordinate2D
    public let radius: Double
    public let identifier: String

    public init(center: CLLocationCoordinate2D, radius: Double, identifier: String) {
        self.center = center
        self.radius = radius
        self.identifier = identifier
    }
}
