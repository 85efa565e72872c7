import TestBench

/// One store, one experience, and a batch of NFC tags for it: `a1`, `a2` and so on for the batch `a`.
struct SmallBatch {
    static let template = "https://f.example/s/{store}{?tag}"

    private let name: String
    private let count: Int
    private let template: String

    init(_ name: String, tags count: Int, template: String = Self.template) {
        self.name = name
        self.count = count
        self.template = template
    }

    /// Writes the files, and says what `waymark` takes them in with.
    func commands(in folder: TemporaryFolder) throws -> [[String]] {
        let stores = try folder.write(
            "store,name,latitude,longitude,radius\nc,Fruta Cupertino,37.3230,-122.0322,120\n", to: "stores.csv")
        let experiences = try folder.write(
            "url,title,subtitle,action\nhttps://f.example/,Fruta,Order a smoothie,open\n", to: "experiences.csv")
        let rows = (1...count).map { "\(name)\($0),c,table \($0),nfc\n" }.joined()
        let batch = try folder.write("tag,store,placement,medium\n" + rows, to: "\(name).csv")
        return [
            ["store", "import", stores], ["experience", "import", experiences],
            ["batch", "create", name, "--from", batch, "--template", template],
        ]
    }
}
