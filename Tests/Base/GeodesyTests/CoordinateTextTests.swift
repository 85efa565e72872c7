import Geodesy
import Testing

@Suite struct CoordinateTextTests {
    @Test func `a place is read as latitude and longitude`() throws {
        let place = try #require(Coordinate("37.323,-122.0322"))
        #expect(place.latitude == 37.323)
        #expect(place.longitude == -122.0322)
    }

    @Test(arguments: ["", "37.323", "37.323,-122,0", "91,0", "0,181", "north,west", "nan,0", "1,", " 1,2"])
    func `what names no place is refused`(text: String) {
        #expect(Coordinate(text) == nil)
    }
}
