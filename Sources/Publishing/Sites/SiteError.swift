package import Faults

/// Why files for a website cannot be made.
package typealias SiteError = Fault<SiteFaultCode>

package enum SiteFaultCode: String, FaultCode, CaseIterable {
    /// The file that is there already is not a site association, or one would be too large.
    case badAssociation = "bad-association"
    /// The file for Android that is there already is not a list of statements.
    case badAssetLinks = "bad-asset-links"
    /// The deployment does not say what a page needs.
    case incomplete = "incomplete-deployment"
    /// A URL whose page would have no safe file name.
    case badPath = "bad-path"
}
