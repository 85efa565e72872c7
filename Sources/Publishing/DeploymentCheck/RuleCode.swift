/// What can be wrong. The names are stable: programs decide by them. A report lists findings in this order.
package enum RuleCode: String, Sendable, Codable, CaseIterable {
    // Files that were not taken.
    case badRow = "bad-row"
    case cardTitle = "card-title"
    case cardSubtitle = "card-subtitle"
    // Tags.
    case notURL = "not-a-url"
    case notSecure = "not-https"
    case demoLink = "demo-link"
    case defaultLink = "default-link"
    case otherClip = "other-clip"
    case hostUnknown = "host-unknown"
    case unregistered
    case retiredExperience = "retired-experience"
    case codeOfRetiredExperience = "code-of-retired-experience"
    case prefixNotIntended = "prefix-not-intended"
    case storeUnknown = "store-unknown"
    case otherStore = "other-store"
    case ambiguous
    case bareURL = "bare-registered-url"
    case tooLongForChip = "too-long-for-chip"
    case chipUnknown = "chip-unknown"
    case denseSymbol = "dense-symbol"
    case codeAlphabet = "code-alphabet"
    case codeHostDigit = "code-host-digit"
    case pushUnregistered = "push-unregistered"
    case pushOtherExperience = "push-other-experience"
    // Positions.
    case urlLocation = "url-location"
    case deployedOutside = "deployed-outside"
    case placeFar = "place-far"
    case noRegion = "store-without-region"
    // Experiences.
    case overlap = "experience-overlap"
    case clipOverlap = "clip-overlap"
    case registeredOdd = "registered-odd"
    case imageMissing = "image-missing"
    case imageUnreadable = "image-unreadable"
    case imageSize = "image-size"
    case imageTransparent = "image-transparent"
    case language
    // Apps and sites.
    case noApp = "no-app"
    case appUnknown = "app-unknown"
    case noAppStoreID = "no-app-store-id"
    case noFullApp = "no-full-app"
    case associationMissing = "association-missing"
    case associationApp = "association-app"
    case linksMissing = "links-missing"
    case androidLinks = "android-links"
}
