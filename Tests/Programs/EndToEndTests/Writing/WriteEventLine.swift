import Foundation

/// One line of `waymark write --json`.
struct WriteEventLine: Decodable, Equatable {
    let schema: Int
    let type: String
    let job: Int
    let reader: String?
    let done: Int
    let total: Int
    let tag: String?
    let store: String?
    let placement: String?
    let url: String?
    let uid: String?
    let product: String?
    let code: String?
    let message: String?
    let why: String?
    let next: String?

    init(line: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
    }
}
