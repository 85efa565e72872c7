internal import AppClips
internal import Geodesy
internal import Registry

/// Three positions, never merged: App Store Connect's place, the confirmation region, and where a tag was put up.
extension CheckRule {
    static let positions: [CheckRule] = [
        CheckRule(.urlLocation, .critical) { context in
            context.about {
                guard let url = $0.url, let values = context.finder.reading(of: url.text)?.values,
                    values["latitude"] != nil || values["longitude"] != nil
                else { return nil }
                guard let position = LocationText.position(values) else {
                    return ("a URL's latitude and longitude are not a position", "correct the URL")
                }
                guard let region = context.stores[$0.tag.store]?.region else {
                    return (
                        "a URL names a position, and store \($0.tag.store) has no region",
                        "give the store a region, or name the store in the URL instead"
                    )
                }
                guard !region.contains(position) else { return nil }
                let distance = DistanceText.text(region.centre.distance(to: position))
                return (
                    "the position in a URL is \(distance) from the centre of \($0.tag.store), whose radius is "
                        + "\(Int(region.radius)) m",
                    "correct the URL, and rewrite the tag: a position in a URL cannot be corrected in the registry"
                )
            }
        },
        CheckRule(.deployedOutside, .critical) { context in
            context.about {
                guard let deployed = $0.tag.deployed, let region = context.stores[$0.tag.store]?.region else {
                    return nil
                }
                let metres = region.centre.distance(to: deployed.position)
                guard metres > region.radius + deployed.accuracy else { return nil }
                return (
                    "tags of \($0.tag.store) were put up outside its confirmation region"
                        + region.explanation(of: deployed.position),
                    "bring the tags to their store, or correct the region; location confirmation says no there"
                )
            }
        },
        CheckRule(.placeFar, .warning) { context in
            context.subject.stores.compactMap { store in
                guard let place = store.place, let region = store.region, !region.contains(place) else { return nil }
                let distance = DistanceText.text(region.centre.distance(to: place))
                return Observation(
                    message: "the place of \(store.id) in App Store Connect is \(distance) from its confirmation "
                        + "region's centre" + region.explanation(of: place),
                    next: "correct the store's place-latitude and place-longitude, or its region: "
                        + "Maps would show another business",
                    store: store.id.text)
            }
        },
        CheckRule(.noRegion, .warning) { context in
            context.subject.stores.compactMap { store in
                guard store.region == nil, !store.isRoaming else { return nil }
                return Observation(
                    message: "store \(store.id) has no region: no location can be confirmed or audited there",
                    next: "give it latitude, longitude and radius, or say that it roams: roaming,yes",
                    store: store.id.text)
            }
        },
    ]
}

extension Region {
    /// Completes a sentence about a position that should be in the region with the mistake that would explain it; empty
    /// when none does.
    fileprivate func explanation(of position: Coordinate) -> String {
        CoordinateMistake.explaining(position, contains).map { ": \($0.mistake.words)" } ?? ""
    }
}

extension CoordinateMistake {
    fileprivate var words: String {
        switch self {
        case .longitudeSign: "the sign of its longitude is wrong"
        case .latitudeSign: "the sign of its latitude is wrong"
        case .bothSigns: "both of its signs are wrong"
        case .exchanged: "latitude and longitude are swapped"
        case .exchangedAndLatitudeSign: "latitude and longitude are swapped, and the sign of the latitude is wrong"
        case .exchangedAndLongitudeSign: "latitude and longitude are swapped, and the sign of the longitude is wrong"
        }
    }
}
