/// One part of an experience that is to be changed.
package struct Change: Sendable, Hashable, Codable {
    /// Such as `title.EN`.
    package let part: String
    /// The current value.
    package let from: String?
    /// The wanted value.
    package let to: String?

    package init(_ part: String, from: String?, to: String?) {
        self.part = part
        self.from = from
        self.to = to
    }
}

extension RegisteredExperience {
    /// What must change so that this experience is as wanted. What the deployment says nothing about stays.
    package func changes(to wanted: WantedExperience) -> [Change] {
        var changes: [Change] = []
        func compare(_ part: String, from old: String?, to new: String?) {
            if let new, new != old { changes.append(Change(part, from: old, to: new)) }
        }
        if !isActive { changes.append(Change("status", from: attributes.status?.text, to: "active")) }
        compare("defaultLanguage", from: attributes.defaultLanguage?.text, to: wanted.attributes.defaultLanguage?.text)
        compare("action", from: attributes.action?.text, to: wanted.attributes.action?.text)
        compare(
            "isPoweredBy", from: attributes.isPoweredBy.map { "\($0)" },
            to: wanted.attributes.isPoweredBy.map { "\($0)" })
        compare("businessCategory", from: attributes.businessCategory, to: wanted.attributes.businessCategory)
        for language in Set(localizations.keys).union(wanted.localizations.keys).sorted(by: { $0.text < $1.text }) {
            let (old, new) = (localizations[language], wanted.localizations[language])
            if old?.title != new?.title {
                changes.append(Change("title.\(language)", from: old?.title, to: new?.title))
            }
            if old?.subtitle != new?.subtitle {
                changes.append(Change("subtitle.\(language)", from: old?.subtitle, to: new?.subtitle))
            }
        }
        if let place = wanted.attributes.place { changes += (attributes.place ?? Place()).changes(to: place) }
        if let image = wanted.image, self.image?.isSame(as: image) != true {
            changes.append(Change("headerImage", from: self.image?.summary, to: image.path))
        }
        return changes
    }
}

extension ImageAttributes {
    /// Whether App Store Connect has this very file. Where it gives no checksum, name and size decide.
    package func isSame(as wanted: WantedImage) -> Bool {
        switch assetDeliveryState?.state {
        case .known(.failed), .known(.awaitingUpload): return false
        default: break
        }
        if let sourceFileChecksum { return sourceFileChecksum.lowercased() == wanted.checksum }
        return fileName == wanted.fileName && fileSize == wanted.size
    }

    fileprivate var summary: String {
        [fileName, assetDeliveryState?.state.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    }
}

extension Place {
    /// Parts of the wanted place that differ here. Points are the same within a tenth of a metre: a service
    /// may round them.
    func changes(to wanted: Place) -> [Change] {
        var changes: [Change] = []
        func compare<Value: Equatable>(_ part: String, from old: Value?, to new: Value?) {
            guard let new, new != old else { return }
            changes.append(Change("place.\(part)", from: old.map { "\($0)" }, to: "\(new)"))
        }
        compare("placeId", from: placeId, to: wanted.placeId)
        compare("names", from: names?.joined(separator: ", "), to: wanted.names?.joined(separator: ", "))
        compare("address", from: mainAddress?.fullAddress, to: wanted.mainAddress?.fullAddress)
        compare(
            "structuredAddress", from: mainAddress?.structuredAddress?.summary,
            to: wanted.mainAddress?.structuredAddress?.summary
        )
        compare("mapAction", from: mapAction, to: wanted.mapAction)
        compare("relationship", from: relationship, to: wanted.relationship)
        compare("phoneNumber", from: phoneNumber?.number, to: wanted.phoneNumber?.number)
        compare("phoneNumber.type", from: phoneNumber?.type, to: wanted.phoneNumber?.type)
        compare("phoneNumber.intent", from: phoneNumber?.intent, to: wanted.phoneNumber?.intent)
        compare("homePage", from: homePage, to: wanted.homePage)
        compare("categories", from: categories?.joined(separator: ", "), to: wanted.categories?.joined(separator: ", "))
        let (old, new) = (displayPoint?.coordinates, wanted.displayPoint?.coordinates)
        if let new, !(old?.isNear(new) ?? false) {
            changes.append(Change("place.displayPoint", from: old?.summary, to: new.summary))
        }
        return changes
    }
}

extension Place.DisplayPoint.Coordinates {
    func isNear(_ other: Self) -> Bool {
        abs(latitude - other.latitude) < 1e-6 && abs(longitude - other.longitude) < 1e-6
    }

    fileprivate var summary: String { "\(latitude), \(longitude)" }
}

extension Place.Address.Parts {
    fileprivate var summary: String {
        let lines = (streetAddress ?? []).map(Optional.some)
        return (lines + [floor, neighborhood, locality, stateProvince, postalCode, countryCode])
            .compactMap { $0 }.joined(separator: ", ")
    }
}
