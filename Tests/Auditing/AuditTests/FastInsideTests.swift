import Geodesy
import Registry
import Testing

@testable import Audit
@testable import AuditLedger

/// The quick proof against the whole verdict.
@Suite struct `Quick proofs` {
    @Test(arguments: [ErrorModel.standard, .gaussian, ErrorModel(share: 0.4, factor: 9)])
    func `what is proved inside is inside, however often a visit was reported`(_ model: ErrorModel) throws {
        var random = Dice(state: 11)
        var proved = 0
        for _ in 0..<1_500 {
            let latitude = [-84.9, -33, 0, 47.5, 71].randomElement(&random)
            let longitude = [-180, -179.9999, -20, 0, 13.4, 179.9999, 180].randomElement(&random)
            let centre = try Coordinate(latitude: latitude, longitude: longitude)
            let radius = Double(random.below(300) + 1)
            let store = Store(
                id: try #require(StoreID("s")), name: "S", region: try Region(centre: centre, radius: radius))
            var fixes: [PackedVisit] = []
            for _ in 0...random.below(20) {
                let place = centre.moved(
                    by: Double(random.below(random.below(20) == 0 ? 4_000 : 120)), azimuth: Double(random.below(360)))
                fixes.append(
                    PackedVisit(
                        entry: 0, time: UInt32(random.below(40) * 300), device: UInt32(random.below(3)),
                        latitude: place.latitude, longitude: place.longitude, sigma: Float(random.below(60)) / 2))
            }
            var visits = fixes
            PackedVisit.fold(&visits)
            let quick = FastInside([store], model: model)
            let isProved = quick.proves(visits.span, in: 0)
            // The fixes themselves prove no more than the visits do.
            if quick.proves(fixes.span, in: 0) { #expect(isProved && visits.count == fixes.count) }
            guard isProved else { continue }
            proved += 1
            let whereabouts = try #require(AgreedPosition(visits.map(\.fix), model: model))
            let verdict = Judgement(whereabouts, in: try #require(store.region), model: model).verdict
            #expect(verdict == .inside, "\(centre) \(radius) \(visits.map(\.fix))")
        }
        #expect(proved > 20)
    }
}

extension Array {
    fileprivate func randomElement(_ random: inout Dice) -> Element { self[random.below(count)] }
}
