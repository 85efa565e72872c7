/// Which Waymark this is: every program says so with `--version`, and sheets in their margin.
package enum Release {
    /// Semantic versioning 2.0.0.
    package static let version = "0.1.0"
}
