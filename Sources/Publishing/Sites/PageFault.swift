/// What is wrong with the page that a tag's URL names: what people see whose phone opens no App Clip.
package struct PageFault: Sendable, Codable, Equatable {
    package enum Code: String, Sendable, Codable, CaseIterable {
        /// Nothing answers, or not in time.
        case noAnswer = "page-no-answer"
        /// Not asked: the host gave no answer to others, or the time was used up.
        case notAsked = "page-not-asked"
        case status = "page-status"
        case notHTML = "page-not-html"
        case redirectLoop = "redirect-loop"
        case tooManyRedirects = "too-many-redirects"
        case badRedirect = "bad-redirect"
        /// It leads to a URL that no experience is registered for.
        case redirectUnregistered = "redirect-unregistered"
        case noBanner = "no-banner"
        case otherBanner = "other-banner"
        /// Links in Messages show no picture.
        case noPicture = "no-og-image"
    }

    package let code: Code
    package let message: String
    package let next: String
}

/// One URL, and the pages that it leads to.
package struct PageReport: Sendable, Codable, Equatable {
    package let url: String
    /// How many tags have the same page.
    package let tags: Int
    /// The URLs in turn, with the first.
    package let chain: [String]
    package let status: Int?
    package let faults: [PageFault]
}
