/// Names of files that hold tables.
public enum TableFileName {
    /// The name without its folder and without `.csv`, `.tsv` or `.xlsx`: a batch is called like its file.
    public static func stem(_ path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".csv", ".tsv", ".xlsx"] where file.lowercased().hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }
}
