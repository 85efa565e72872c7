// Drives the exported App Clip as the system would, and prints what comes of it.
import AppClip
import CoreLocation
import Deployment
import Foundation
import UIKit

@main
struct Flow {
    /// Where the person is: north of the region's centre, in shares of its radius.
    static func payload(_ url: String, at share: Double, error: APActivationPayloadError? = nil) -> APActivationPayload
    {
        APActivationPayload(url: URL(string: url)) { _ in (error == nil && share <= 1, error) }
    }

    @MainActor static func main() async throws {
        let arguments = CommandLine.arguments
        let urls = try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(fileURLWithPath: arguments[1])))
        let group = UserDefaults(suiteName: AppGroup.name)
        group?.removePersistentDomain(forName: AppGroup.name)
        let model = VisitModel()
        func show(_ title: String) {
            print(title, model.destination?.store?.id ?? "-", model.presence, separator: " | ")
        }
        await model.open(NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb))
        show("without a URL")
        for url in urls {
            await model.open(ClipActivity(payload(url, at: 0.9)))
            show("off centre")
            await model.open(ClipActivity(payload(url, at: 1.1)))
            show("outside")
            await model.open(ClipActivity(payload(url, at: 0, error: APActivationPayloadError(.disallowed))))
            show("declined")
            await model.open(ClipActivity(payload(url, at: 0, error: APActivationPayloadError(.doesNotMatch))))
            show("no match")
            await model.open(NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb))
            show("again without a URL")
            let plain = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
            plain.webpageURL = URL(string: url)
            await model.open(plain)
            show("without a payload")
        }
        model.signedIn(asAppleUser: "001")
        guard let group else { return }
        let handover = Handover.read(from: group)
        print("handover", handover.url ?? "-", handover.appleUser ?? "-", separator: " | ")
        let rows = handover.confirmations.file.split(separator: "\r\n").dropFirst()
        print("rows", rows.count, Set(rows.map { $0.split(separator: ",").last ?? "" }).count, separator: " | ")
        for line in handover.confirmations.file.split(separator: "\r\n") { print("sent", line, separator: " | ") }
        // Delay and time since the launch, in hours.
        for (delay, age) in [(9.0, 0.0), (0.1, 0), (7.5, 0), (1, 7.5), (0.4, 7.5), (0.1, 8)] {
            let isScheduled = await VisitNotification.schedule(
                "", "", after: delay * 3_600, launched: Date.now - age * 3_600,
                about: Deployment.bundled.destination(of: urls[0]))
            print("notification", delay, age, isScheduled, separator: " | ")
        }
    }
}
