/// Which Waymark this is: every program says so with `--version`, and sheets in their margin.
public enum Release {
    /// Semantic versioning 2.0.0.
    public static let version = "0.1.0"
}
