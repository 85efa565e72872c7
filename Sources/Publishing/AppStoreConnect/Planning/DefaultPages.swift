extension Page where Data == DefaultResource {
    /// The default experiences of this page, without their texts. Those of no version are left out: App Store Connect shows
    /// them nowhere.
    package var defaultExperiences: [RegisteredDefault] {
        var reviews: [String: ReviewDetailAttributes] = [:]
        for case .reviewDetail(let id, let attributes) in included ?? [] { reviews[id] = attributes }
        return data.compactMap { resource in
            guard let id = resource.id, let version = resource.relationships?.releaseWithAppStoreVersion?.data?.id
            else {
                return nil
            }
            let review = resource.relationships?.appClipAppStoreReviewDetail?.data?.id
            return RegisteredDefault(
                id: id, version: version, action: resource.attributes?.action, reviewID: review,
                invocationURLs: review.flatMap { reviews[$0]?.invocationUrls } ?? [])
        }
    }
}

extension Page where Data == DefaultTextResource {
    /// The texts of this page by locale, each with its picture.
    package var defaultTexts: [(String, RegisteredDefault.Text)] {
        var images: [String: ImageAttributes] = [:]
        for case .headerImage(let id, let attributes) in included ?? [] { images[id] = attributes }
        return data.compactMap { resource in
            guard let id = resource.id, let locale = resource.attributes?.locale else { return nil }
            let image = resource.relationships?.appClipHeaderImage?.data?.id
            return (
                locale,
                RegisteredDefault.Text(
                    id: id, subtitle: resource.attributes?.subtitle, imageID: image, image: image.flatMap { images[$0] }
                )
            )
        }
    }
}
