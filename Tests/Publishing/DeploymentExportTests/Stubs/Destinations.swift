// Prints what the exported package finds in URLs: the arguments are pairs of a deployment and a list of URLs.
import Deployment
import Foundation

@main
struct Destinations {
    static func main() throws {
        var files = CommandLine.arguments.dropFirst()
        while let json = files.popFirst(), let list = files.popFirst() {
            let deployment = try Deployment(json: Data(contentsOf: URL(fileURLWithPath: json)))
            let urls = try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(fileURLWithPath: list)))
            for url in urls {
                let found = deployment.destination(of: url)
                let content = found.content.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                print(
                    url, found.store?.id ?? "-", found.experience ?? "-", found.tag ?? "-",
                    content.joined(separator: "&"))
            }
        }
    }
}
