/// What Maps knows of a place of business. Every part may be left out.
///
/// `displayPoint` only finds the business on the map: it is neither the region of location confirmation nor where a
/// tag was put up.
package struct Place: Sendable, Hashable, Codable {
    package struct Address: Sendable, Hashable, Codable {
        package struct Parts: Sendable, Hashable, Codable {
            package var streetAddress: [String]?
            package var floor: String?
            package var neighborhood: String?
            package var locality: String?
            package var stateProvince: String?
            package var postalCode: String?
            package var countryCode: String?
        }

        package var fullAddress: String?
        package var structuredAddress: Parts?

        package init(fullAddress: String? = nil, structuredAddress: Parts? = nil) {
            self.fullAddress = fullAddress
            self.structuredAddress = structuredAddress
        }
    }

    package struct DisplayPoint: Sendable, Hashable, Codable {
        package struct Coordinates: Sendable, Hashable, Codable {
            /// Degrees, WGS 84.
            package var latitude: Double
            /// Degrees, WGS 84.
            package var longitude: Double
        }

        package var coordinates: Coordinates
        /// `CALCULATED` or `MANUALLY_PLACED`.
        package var source: String?

        package init(latitude: Double, longitude: Double, source: String? = nil) {
            coordinates = Coordinates(latitude: latitude, longitude: longitude)
            self.source = source
        }
    }

    package struct PhoneNumber: Sendable, Hashable, Codable {
        package var number: String
        /// `FAX`, `LANDLINE`, `MOBILE` or `TOLLFREE`.
        package var type: String?
        package var intent: String?
    }

    package var placeId: String?
    package var names: [String]?
    package var mainAddress: Address?
    package var displayPoint: DisplayPoint?
    /// What Maps offers to do, such as `RESTAURANT_ORDER_FOOD`.
    package var mapAction: String?
    /// `OWNER`, `AUTHORIZED` or `OTHER`.
    package var relationship: String?
    package var phoneNumber: PhoneNumber?
    package var homePage: String?
    package var categories: [String]?

    package init(
        placeId: String? = nil, names: [String]? = nil, mainAddress: Address? = nil,
        displayPoint: DisplayPoint? = nil
    ) {
        self.placeId = placeId
        self.names = names
        self.mainAddress = mainAddress
        self.displayPoint = displayPoint
    }
}
