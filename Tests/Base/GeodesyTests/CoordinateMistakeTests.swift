import Geodesy
import Testing

/// Positions that were typed wrong.
@Suite struct CoordinateMistakeTests {
    private let lisbon = (38.7223, -9.1393)

    /// The position of Lisbon, typed with the mistake.
    private func typed(_ mistake: CoordinateMistake) throws -> Coordinate {
        let (north, east) = lisbon
        let numbers =
            switch mistake {
            case .longitudeSign: (north, -east)
            case .latitudeSign: (-north, east)
            case .bothSigns: (-north, -east)
            case .exchanged: (east, north)
            // The sign is lost of the number that is meant as the latitude, and of the other one.
            case .exchangedAndLatitudeSign: (east, -north)
            case .exchangedAndLongitudeSign: (-east, north)
            }
        return try Coordinate(latitude: numbers.0, longitude: numbers.1)
    }

    @Test(arguments: CoordinateMistake.allCases)
    func `each mistake is recognised, and undone`(mistake: CoordinateMistake) throws {
        let meant = try Coordinate(latitude: lisbon.0, longitude: lisbon.1)
        let region = try Region(centre: meant, radius: 100)
        let typed = try typed(mistake)
        #expect(mistake.undone(in: typed) == meant)
        let found = try #require(CoordinateMistake.explaining(typed, region.contains))
        #expect(found.mistake == mistake && found.meant == meant)
    }

    @Test func `what is not a position, or the same one, explains nothing`() throws {
        let cupertino = try Coordinate(latitude: 37.3230, longitude: -122.0322)
        #expect(CoordinateMistake.exchanged.undone(in: cupertino) == nil)
        #expect(CoordinateMistake.latitudeSign.undone(in: try Coordinate(latitude: 0, longitude: 5)) == nil)
        #expect(CoordinateMistake.explaining(cupertino) { _ in false } == nil)
    }
}
