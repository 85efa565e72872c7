/// A resource without relationships.
package struct Resource<Attributes: Codable & Sendable & Hashable>: Sendable, Hashable, Codable {
    package let type: String
    /// Nil in a request that creates it.
    package let id: String?
    package let attributes: Attributes?

    package init(_ type: ResourceType, id: String? = nil, attributes: Attributes) {
        self.type = type.rawValue
        self.id = id
        self.attributes = attributes
    }
}

/// A request or an answer about one resource.
package struct Document<Data: Codable & Sendable>: Sendable, Codable {
    package let data: Data

    package init(_ data: Data) { self.data = data }
}

/// One page of a list.
package struct Page<Data: Codable & Sendable>: Sendable, Codable {
    package struct Links: Sendable, Codable {
        /// The address of the following page.
        package let next: String?
    }

    package let data: [Data]
    package let included: [Included]?
    package let links: Links?
}

/// A related resource beside the ones that were asked for. Types that are not used here are read over.
package enum Included: Sendable, Hashable, Codable {
    case localization(id: String, LocalizationAttributes)
    case image(id: String, ImageAttributes)
    case invocationLocalization(id: String, InvocationLocalizationAttributes)
    case headerImage(id: String, ImageAttributes)
    case reviewDetail(id: String, ReviewDetailAttributes)
    case other

    private enum CodingKeys: String, CodingKey {
        case type
        case id
        case attributes
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let id = try container.decode(String.self, forKey: .id)
        switch ResourceType(rawValue: try container.decode(String.self, forKey: .type)) {
        case .localization:
            self = .localization(id: id, try container.decode(LocalizationAttributes.self, forKey: .attributes))
        case .image:
            self = .image(id: id, try container.decode(ImageAttributes.self, forKey: .attributes))
        case .invocationLocalization:
            self = .invocationLocalization(
                id: id, try container.decode(InvocationLocalizationAttributes.self, forKey: .attributes))
        case .headerImage:
            self = .headerImage(id: id, try container.decode(ImageAttributes.self, forKey: .attributes))
        case .reviewDetail:
            self = .reviewDetail(id: id, try container.decode(ReviewDetailAttributes.self, forKey: .attributes))
        default: self = .other
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ type: ResourceType, _ id: String, attributes: some Encodable) throws {
            try container.encode(type, forKey: .type)
            try container.encode(id, forKey: .id)
            try container.encode(attributes, forKey: .attributes)
        }
        switch self {
        case .localization(let id, let attributes): try encode(.localization, id, attributes: attributes)
        case .image(let id, let attributes): try encode(.image, id, attributes: attributes)
        case .invocationLocalization(let id, let attributes):
            try encode(.invocationLocalization, id, attributes: attributes)
        case .headerImage(let id, let attributes): try encode(.headerImage, id, attributes: attributes)
        case .reviewDetail(let id, let attributes): try encode(.reviewDetail, id, attributes: attributes)
        case .other: break
        }
    }
}
