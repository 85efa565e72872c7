package import HTTPServer
internal import PageFiles

/// The page of walks: what a phone installs, and keeps for a day without a network. Its files hold no secret and say
/// nothing about the station, so anyone who may connect may have them.
package struct WalkPages: Sendable {
    private let files: [PageFile]

    /// Throws when libcrypto cannot compute SHA-256.
    package init() throws {
        files = try WalkFile.all()
    }

    /// Adds the pages' routes: everything under `/walk/`.
    ///
    /// `admission` decides by a request's line and headers whether it is for us.
    package func add(to router: inout HTTPRouter, admission: @escaping HTTPRouter.Admission) {
        files.add(to: &router, admission: admission)
    }

    /// As the console's; besides, WebAssembly is compiled, a worker and a service worker are started from addresses that a
    /// policy of the page lets through, the manifest is read, and pictures of scans are shown (`blob:`).
    static let policy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types waymark-scripts",
    ].joined(separator: "; ")

    /// What a page may ask the phone for.
    static let permissions = "camera=(self), geolocation=(self), screen-wake-lock=(self), microphone=()"
}
