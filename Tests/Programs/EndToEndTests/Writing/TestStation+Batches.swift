import TestBench
import Testing

extension TestStation {
    /// The tags' URLs are `https://f.example/s/c?tag=` and the tag's identifier: short, so that a write has few
    /// exchanges.
    static func url(_ tag: String) -> String { "https://f.example/s/c?tag=\(tag)" }

    /// Takes in one store, one experience, and a batch of NFC tags for it: `a1`, `a2` and so on for the batch `a`.
    func createBatch(_ name: String, tags count: Int, template: String = "https://f.example/s/{store}{?tag}")
        async throws
    {
        let stores = try folder.write(
            "store,name,latitude,longitude,radius\nc,Fruta Cupertino,37.3230,-122.0322,120\n", to: "stores.csv")
        let experiences = try folder.write(
            "url,title,subtitle,action\nhttps://f.example/,Fruta,Order a smoothie,open\n", to: "experiences.csv")
        let rows = (1...count).map { "\(name)\($0),c,table \($0),nfc\n" }.joined()
        let batch = try folder.write("tag,store,placement,medium\n" + rows, to: "\(name).csv")
        try await waymark("store", "import", stores)
        try await waymark("experience", "import", experiences)
        try await waymark("batch", "create", name, "--from", batch, "--template", template)
    }
}
