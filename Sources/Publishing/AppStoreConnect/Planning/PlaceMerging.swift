extension RegisteredExperience {
    /// What is sent so that this experience is as wanted. A place replaces the registered one as a whole: so it is sent
    /// only where it differs, with all that people have set in App Store Connect.
    func update(to wanted: WantedExperience) -> WantedExperience {
        var attributes = wanted.attributes
        if let registered = self.attributes.place, let place = wanted.attributes.place {
            attributes.place = registered.changes(to: place).isEmpty ? nil : registered.merging(place)
        }
        return WantedExperience(
            link: wanted.link, attributes: attributes, localizations: wanted.localizations, image: wanted.image,
            isActive: wanted.isActive)
    }
}

extension Place {
    /// This place with the parts that the wanted one has. Parts of which it says nothing stay, but for what is known of
    /// an address that is another now.
    func merging(_ wanted: Place) -> Place {
        var place = self
        if let old = mainAddress, let new = wanted.mainAddress, !new.isEmpty, !old.isSame(as: new) {
            place.mainAddress = nil
            place.placeId = nil
            place.displayPoint = nil
        }
        place.placeId = wanted.placeId ?? place.placeId
        place.names = wanted.names ?? names
        place.mainAddress = wanted.mainAddress.map { place.mainAddress?.merging($0) ?? $0 } ?? place.mainAddress
        place.displayPoint = wanted.displayPoint.map { place.displayPoint?.merging($0) ?? $0 } ?? place.displayPoint
        place.mapAction = wanted.mapAction ?? mapAction
        place.relationship = wanted.relationship ?? relationship
        place.phoneNumber = wanted.phoneNumber.map { phoneNumber?.merging($0) ?? $0 } ?? phoneNumber
        place.homePage = wanted.homePage ?? homePage
        place.categories = wanted.categories ?? categories
        return place
    }
}

extension Place.Address {
    fileprivate var isEmpty: Bool { fullAddress == nil && structuredAddress == nil }

    /// Both forms are of one address: it is known for the same where a form that both have is the same.
    fileprivate func isSame(as other: Self) -> Bool {
        (fullAddress != nil && fullAddress == other.fullAddress)
            || (structuredAddress != nil && structuredAddress == other.structuredAddress)
    }

    fileprivate func merging(_ wanted: Self) -> Self {
        Place.Address(
            fullAddress: wanted.fullAddress ?? fullAddress,
            structuredAddress: wanted.structuredAddress ?? structuredAddress)
    }
}

extension Place.DisplayPoint {
    fileprivate func merging(_ wanted: Self) -> Self {
        var point = wanted
        if point.source == nil, coordinates.isNear(wanted.coordinates) { point.source = source }
        return point
    }
}

extension Place.PhoneNumber {
    fileprivate func merging(_ wanted: Self) -> Self {
        guard number == wanted.number else { return wanted }
        var phone = wanted
        phone.type = wanted.type ?? type
        phone.intent = wanted.intent ?? intent
        return phone
    }
}
