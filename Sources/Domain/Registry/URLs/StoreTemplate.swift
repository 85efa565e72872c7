public import AppClips

/// A URL template, and the deployment whose stores its URLs name.
public struct StoreTemplate: Hashable, Sendable, Codable {
    public let template: URLTemplate
    /// Nil for the template of a batch without a deployment.
    public let deployment: DeploymentName?

    public init(_ template: URLTemplate, of deployment: DeploymentName? = nil) {
        self.template = template
        self.deployment = deployment
    }

    /// Throws `AppClipError` for text that is not a template.
    public init(_ text: String, of deployment: DeploymentName? = nil) throws(AppClipError) {
        self.init(try URLTemplate(text), of: deployment)
    }
}

/// What a template reads from a URL.
public struct TemplateReading: Hashable, Sendable {
    public let values: [String: String]
    /// The deployment whose stores the values name.
    public let deployment: DeploymentName?

    public init(values: [String: String], deployment: DeploymentName?) {
        self.values = values
        self.deployment = deployment
    }
}

extension Sequence<StoreTemplate> {
    /// What the template reads that explains most of a URL: it ignores the fewest query parameters; among equals the first
    /// counts. Where templates of several deployments fit, those of the deployment whose experience answers for the URL
    /// come before the others.
    ///
    /// - Parameters:
    ///   - url: any text.
    ///   - owner: the deployment whose experience answers. It is asked for only where templates of several fit.
    /// - Returns: the values and their deployment; nil where no template fits.
    public func reading(of url: String, owner: @autoclosure () -> DeploymentName?) -> TemplateReading? {
        let fits = compactMap { entry in entry.template.reading(of: url).map { (entry.deployment, $0) } }
        guard let first = fits.first else { return nil }
        var best = fits
        if fits.contains(where: { $0.0 != first.0 }), let owner = owner(), fits.contains(where: { $0.0 == owner }) {
            best = fits.filter { $0.0 == owner }
        }
        return best.enumerated().min { ($0.element.1.ignored, $0.offset) < ($1.element.1.ignored, $1.offset) }
            .map { TemplateReading(values: $0.element.1.values, deployment: $0.element.0) }
    }
}
