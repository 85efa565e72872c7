import Faults
import Geodesy
import Testing

@Suite struct `Measured distance` {
    @Test func `the distribution agrees with SciPy from a thousandth to a thousand radii`() throws {
        let rows = try Fixture.rows("measured-distance.csv")
        #expect(rows.count > 800)
        for row in rows {
            let ours = MeasuredDistance.probability(atMost: row[0], trueDistance: row[1], sigma: row[2])
            #expect(abs(ours - row[3]) < 1e-9, "x \(row[0]), y \(row[1]), sigma \(row[2])")
        }
    }

    @Test func `its bounds hold SciPy's values, and decide most questions alone`() throws {
        var decided = 0
        let rows = try Fixture.rows("measured-distance.csv").filter { $0[2] > 0 }
        for row in rows {
            let bounds = MeasuredDistance.bounds(ofProbabilityAtMost: row[0], trueDistance: row[1], sigma: row[2])
            #expect(bounds.contains(row[3]), "x \(row[0]), y \(row[1]), sigma \(row[2])")
            if bounds.lowerBound >= 0.95 || bounds.upperBound < 0.95 { decided += 1 }
        }
        #expect(decided * 10 > rows.count * 8)
    }

    @Test(arguments: [ErrorModel.standard, .gaussian, ErrorModel(share: 0.3, factor: 8)], [0.95, 0.999, 0.5])
    func `a question about a limit is answered as by the integral`(_ model: ErrorModel, _ limit: Double) {
        for sigma in [0.001, 0.5, 3, 12, 80, 900] {
            for radius in [1.0, 50, 150, 500] {
                for step in 0...400 {
                    let distance = max(0, radius + sigma * (Double(step) / 20 - 10))
                    let exact = model.probability(atMost: radius, trueDistance: distance, sigma: sigma) >= limit
                    let answer = model.isProbability(
                        atMost: radius, trueDistance: distance, sigma: sigma, atLeast: limit)
                    #expect(answer == exact, "radius \(radius), distance \(distance), sigma \(sigma)")
                }
            }
        }
    }

    @Test func `at the centre it is Rayleigh's distribution`() {
        // 1 - exp(-1/2)
        let value = MeasuredDistance.probability(atMost: 3, trueDistance: 0, sigma: 3)
        #expect(abs(value - 0.393_469_340_287_366_6) < 1e-12)
    }

    @Test func `on the edge it is below a half, because the region is round`() {
        let value = MeasuredDistance.probability(atMost: 100, trueDistance: 100, sigma: 50)
        #expect(value < 0.45)
        #expect(value > 0.3)
    }

    @Test(arguments: [(5.0, 5.0, 1.0), (4.9, 5.0, 0.0), (5.1, 5.0, 1.0)])
    func `without error a distance is what it is`(_ x: Double, _ y: Double, _ expected: Double) {
        #expect(MeasuredDistance.probability(atMost: x, trueDistance: y, sigma: 0) == expected)
    }

    @Test(arguments: [1e-300, 1e-200, 1e-30, 1e-12, 1e12, 1e200, 1e300])
    func `extreme deviations give a probability`(_ sigma: Double) {
        for x in [0, 1e-9, 99, 100, 101, 1e9] {
            let value = MeasuredDistance.probability(atMost: x, trueDistance: 100, sigma: sigma)
            #expect(value >= 0 && value <= 1)
        }
    }

    @Test func `heavier tails move probability outwards`() {
        let gaussian = ErrorModel.gaussian.probability(atMost: 100, trueDistance: 50, sigma: 10)
        let standard = ErrorModel.standard.probability(atMost: 100, trueDistance: 50, sigma: 10)
        #expect(gaussian > 0.999_999 && standard < 0.995)
        let expected =
            0.98 * gaussian + 0.02 * MeasuredDistance.probability(atMost: 100, trueDistance: 50, sigma: 50)
        #expect(abs(standard - expected) < 1e-12)
    }
}

@Suite struct `Position error` {
    @Test(arguments: [(15.096, 0.68, 10.0), (24.477, 0.95, 10.0), (0, 0.68, 0)])
    func `an accuracy with its confidence gives a deviation`(_ a: Double, _ c: Double, _ sigma: Double) throws {
        #expect(abs(try PositionError(accuracy: a, confidence: c).sigma - sigma) < 1e-3)
    }

    @Test(arguments: [
        (-1, 0.68, "accuracy -1 m is not between 0 and 20037508"),
        (.infinity, 0.68, "accuracy inf m is not between 0 and 20037508"),
        (20_037_509, 0.68, "accuracy 20037509 m is not between 0 and 20037508"),
        (1, 1e-15, "confidence 1e-15 is too small for accuracy 1 m"),
        (5, 1, "confidence 1 is not between 0 and 1"), (5, 0, "confidence 0 is not between 0 and 1"),
        (5, .nan, "confidence nan is not between 0 and 1"),
    ])
    func `what is no accuracy is refused`(_ accuracy: Double, _ confidence: Double, _ reason: String) throws {
        let error = try #require(throws: GeodesyError.self) {
            try PositionError(accuracy: accuracy, confidence: confidence)
        }
        #expect(error.reason == reason)
    }
}
