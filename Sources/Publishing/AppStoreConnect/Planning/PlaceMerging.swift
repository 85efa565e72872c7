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
    /// This place with the parts that the wanted one has. Parts of which it says nothing stay.
    func merging(_ wanted: Place) -> Place {
        var place = self
        place.placeId = wanted.placeId ?? placeId
        place.names = wanted.names ?? names
        place.mainAddress = wanted.mainAddress.map { mainAddress?.merging($0) ?? $0 } ?? mainAddress
        place.displayPoint = wanted.displayPoint.map { displayPoint?.merging($0) ?? $0 } ?? displayPoint
        place.mapAction = wanted.mapAction ?? mapAction
        place.relationship = wanted.relationship ?? relationship
        place.phoneNumber = wanted.phoneNumber.map { phoneNumber?.merging($0) ?? $0 } ?? phoneNumber
        place.homePage = wanted.homePage ?? homePage
        place.categories = wanted.categories ?? categories
        return place
    }
}

extension Place.Address {
    /// Both forms are of one address: where the wanted one is another, no form of the old one stays.
    fileprivate func merging(_ wanted: Self) -> Self {
        func differs<Form: Equatable>(_ old: Form?, _ new: Form?) -> Bool { old != nil && new != nil && old != new }
        guard !differs(fullAddress, wanted.fullAddress), !differs(structuredAddress, wanted.structuredAddress) else {
            return wanted
        }
        return Place.Address(
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
