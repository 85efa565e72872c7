/// What Maps knows of a place of business. Every part may be left out.
///
/// `displayPoint` only finds the business on the map: it is neither the region of location confirmation nor where a
/// tag was put up.
public struct Place: Sendable, Hashable, Codable {
    public struct Address: Sendable, Hashable, Codable {
        public struct Parts: Sendable, Hashable, Codable {
            public var streetAddress: [String]?
            public var floor: String?
            public var neighborhood: String?
            public var locality: String?
            public var stateProvince: String?
            public var postalCode: String?
            public var countryCode: String?
        }

        public var fullAddress: String?
        public var structuredAddress: Parts?

        public init(fullAddress: String? = nil, structuredAddress: Parts? = nil) {
            self.fullAddress = fullAddress
            self.structuredAddress = structuredAddress
        }
    }

    public struct DisplayPoint: Sendable, Hashable, Codable {
        public struct Coordinates: Sendable, Hashable, Codable {
            /// Degrees, WGS 84.
            public var latitude: Double
            /// Degrees, WGS 84.
            public var longitude: Double
        }

        public var coordinates: Coordinates
        /// `CALCULATED` or `MANUALLY_PLACED`.
        public var source: String?

        public init(latitude: Double, longitude: Double, source: String? = nil) {
            coordinates = Coordinates(latitude: latitude, longitude: longitude)
            self.source = source
        }
    }

    public struct PhoneNumber: Sendable, Hashable, Codable {
        public var number: String
        /// `FAX`, `LANDLINE`, `MOBILE` or `TOLLFREE`.
        public var type: String?
        public var intent: String?
    }

    public var placeId: String?
    public var names: [String]?
    public var mainAddress: Address?
    public var displayPoint: DisplayPoint?
    /// What Maps offers to do, such as `RESTAURANT_ORDER_FOOD`.
    public var mapAction: String?
    /// `OWNER`, `AUTHORIZED` or `OTHER`.
    public var relationship: String?
    public var phoneNumber: PhoneNumber?
    public var homePage: String?
    public var categories: [String]?

    public init(
        placeId: String? = nil, names: [String]? = nil, mainAddress: Address? = nil,
        displayPoint: DisplayPoint? = nil
    ) {
        self.placeId = placeId
        self.names = names
        self.mainAddress = mainAddress
        self.displayPoint = displayPoint
    }
}
