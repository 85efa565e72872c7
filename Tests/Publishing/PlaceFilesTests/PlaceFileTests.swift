import CSV
import Geodesy
import PlaceFiles
import Registry
import Testing

/// Files of places of other systems.
struct PlaceFileTests {
    private func read(_ text: String, id: String? = nil) throws -> PlaceFile {
        try PlaceFile(Array(text.utf8), file: "p", idName: id)
    }

    private func ids(_ file: PlaceFile) -> [String] { file.candidates.map(\.id.text) }

    @Test func `a table of Google Business Profile is read by its columns`() throws {
        let file = try read(
            """
            Store code,Business name,Address line 1,Address line 2,Locality,Administrative area,Country / Region,Postal code,Latitude,Longitude,Primary phone,Status
            CU,Fruta Cupertino,20525 Stevens Creek Blvd,,Cupertino,CA,US,95014,37.3230,-122.0322,,Published
            SF,Fruta San Francisco,1 Market St,Suite 5,San Francisco,CA,US,94105,37.7793,,,Published
            OLD,Fruta Gone,2 Gone St,,Gone,CA,US,90000,37.1,-122.1,,Closed permanently
            NP,Fruta Nowhere,3 None St,,None,CA,US,90001,,,,Published
            """)
        #expect(file.format == .table && ids(file) == ["CU"] && file.warnings == [])
        #expect(file.candidates.first?.address == "20525 Stevens Creek Blvd, Cupertino, CA, 95014, US")
        #expect(file.problems.map(\.line) == [3, 4, 5])
        #expect(
            file.problems.map(\.reason) == [
                "one of latitude and longitude is empty", "its status is \"closed permanently\"", "it has no position",
            ])
    }

    @Test func `locations of Apple Business are read from its API's JSON and from a table`() throws {
        let json = """
            {"data": [
              {"id": "9", "locationDetails": {"partnersLocationId": "4", "storeCode": "mela",
                "displayNames": [{"name": "Mela", "primary": false}, {"name": "Mela Mela", "primary": true}],
                "mainAddress": {"structuredAddress": {"fullThoroughfare": "16 Broadway", "locality": "Oakland",
                  "postCode": "94607", "countryCode": "US"}},
                "displayPoint": {"coordinates": {"latitude": "37.80440", "longitude": "-122.27120"}}}},
              {"locationDetails": {"partnersLocationId": "5", "displayNames": [{"name": "Mela Two"}]}}
            ]}
            """
        func withStatus(_ status: String) throws -> PlaceFile {
            try read(
                json.replacing(#""storeCode": "mela","#, with: #""locationStatus": {"status": "\#(status)"},"#))
        }
        #expect(try withStatus("CLOSED").problems.map(\.reason).contains("its status is \"closed\""))
        #expect(try ids(withStatus("CLOSED")) == [] && ids(withStatus("OPEN")) == ["4"])
        let file = try read(json)
        #expect(file.format == .apple && ids(file) == ["mela"])
        #expect(file.candidates.first?.name == "Mela Mela")
        #expect(file.candidates.first?.address == "16 Broadway, Oakland, 94607, US")
        #expect(file.problems.map(\.line) == [7])
        #expect(ids(try read(json, id: "partnersLocationId")) == ["4"])
        let table = try read("Partners Location ID;Display Name;Latitude;Longitude\n4;Mela;37,8044;-122,2712\n")
        #expect(ids(table) == ["4"] && table.candidates.first?.point?.latitude == 37.8044)
    }

    @Test(arguments: [
        ("20525 Stevens Creek Blvd", "20525 Stevens Creek Blvd, Cupertino, CA, 95014, US"),
        ("20525 Stevens Creek Blvd, Cupertino, CA 95014", "20525 Stevens Creek Blvd, Cupertino, CA 95014, US"),
        ("1 Cape Cod Rd", "1 Cape Cod Rd, Cupertino, CA, 95014, US"), ("", "Cupertino, CA, 95014, US"),
    ])
    func `an address column is the whole address, or the street alone`(column: String, address: String) throws {
        let file = try read(
            "Store Code,Business Name,Address,City,State/Region,Postal Code,Country,Latitude,Longitude\n"
                + "1,A,\"\(column)\",Cupertino,CA,95014,US,37.323,-122.0322\n")
        #expect(file.candidates.first?.address == address)
    }

    private static let square = "[[-122.01,37.33],[-122.009,37.33],[-122.009,37.331],[-122.01,37.331],[-122.01,37.33]]"

    private static func feature(_ geometry: String, _ more: String = #""id": "a", "properties": {"name": "A"}"#)
        -> String
    {
        #"{"type":"FeatureCollection","features":[{"type":"Feature",\#(more),"geometry":\#(geometry)}]}"#
    }

    @Test func `GeoJSON has longitude first, points and outlines`() throws {
        let point = try read(Self.feature(#"{"type":"Point","coordinates":[-122.0322,37.323,12]}"#))
        #expect(point.candidates.first?.point == (try Coordinate(latitude: 37.323, longitude: -122.0322)))
        let polygon = try read(Self.feature(#"{"type":"Polygon","coordinates":[\#(Self.square)]}"#))
        #expect(polygon.candidates.first?.footprint?.rings.first?.count == 4 && polygon.candidates.first?.point == nil)
        let several = try read(
            Self.feature(#"{"type":"MultiPolygon","coordinates":[[\#(Self.square)],[\#(Self.square)]]}"#))
        #expect(several.candidates.first?.footprint?.rings.count == 2)
        let turbo = try read(
            Self.feature(
                #"{"type":"Point","coordinates":[1,2]}"#,
                #""properties":{"@id":"way/7","name":"A","addr:street":"High St","addr:housenumber":"5","addr:city":"Ely"}"#
            ))
        #expect(ids(turbo) == ["way-7"] && turbo.candidates.first?.address == "High St 5, Ely")
    }

    /// RFC 7946, 3.1.9: what crosses the antimeridian is cut in two.
    @Test func `an outline across the antimeridian is one place`() throws {
        let file = try read(
            Self.feature(
                """
                {"type":"MultiPolygon","coordinates":[
                [[[179.9995,-16.8],[180,-16.8],[180,-16.799],[179.9995,-16.799],[179.9995,-16.8]]],
                [[[-180,-16.8],[-179.9995,-16.8],[-179.9995,-16.799],[-180,-16.799],[-180,-16.8]]]]}
                """))
        let footprint = try #require(file.candidates.first?.footprint)
        let middle = try Coordinate(latitude: -16.7995, longitude: 180)
        #expect(footprint.centre.distance(to: middle) < 0.1)
        #expect((70...90).contains(footprint.farthestCorner(from: footprint.centre)))
    }

    @Test(arguments: [
        (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, "its geometry is a LineString"),
        (#"{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}"#, "its coordinates do not make a Polygon"),
        (#"{"type":"Point","coordinates":["1","2"]}"#, "coordinates"),
        (#"{"type":"Point","coordinates":[37.3,-122.03]}"#, "latitude and longitude look exchanged"),
        (#"{"type":"Point","coordinates":[-13580000,4480000]}"#, "metres of a projected map"),
        (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#, "more than 2 km across"),
        ("null", "it has no geometry"),
    ])
    func `a feature that is no place is named with its line`(geometry: String, words: String) throws {
        let file = try read("\n" + Self.feature(geometry))
        #expect(file.candidates == [])
        let problem = try #require(file.problems.first)
        #expect(problem.line == 2 && problem.reason.contains(words), "\(problem)")
    }

    @Test(arguments: [
        #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[]}"#,
        #"{"type":"FeatureCollection","features":[{"type":"Feature""#, #"{"features":[]}}"#,
        "[" + String(repeating: "[", count: 80) + String(repeating: "]", count: 80) + "]",
        "<osm><node id='1'", "<!DOCTYPE osm><osm/>",
    ])
    func `a file that is none is refused whole`(text: String) {
        #expect(throws: PlaceFileError.self) { try read(text) }
    }

    @Test func `an identifier that is there twice, missing, or no identifier, is named`() throws {
        let file = try read(
            """
            store,name,latitude,longitude
            a,One,1,2
            a,Two,3,4
            ,Three,5,6
            d\t,Four,7,8
            e,,9,10
            f,Six,91,0
            g,\u{202E}Seven,1,3
            """)
        #expect(ids(file) == ["a"])
        #expect(file.problems.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(file.problems.first?.reason == "its identifier a is already that of line 2")
    }

    private static let overpass = """
        {"version": 0.6, "remark": "runtime error: Query timed out", "elements": [
        {"type": "node", "id": 1, "lat": 37.33, "lon": -122.01},
        {"type": "node", "id": 2, "lat": 37.33, "lon": -122.009},
        {"type": "node", "id": 3, "lat": 37.331, "lon": -122.009},
        {"type": "node", "id": 9, "lat": 37.4, "lon": -122.1, "tags": {"name": "Kiosk", "ref": "k1"}},
        {"type": "way", "id": 7, "nodes": [1, 2, 3, 1], "tags": {"name": "Shop", "addr:housenumber": "5", "addr:street": "High St"}},
        {"type": "way", "id": 8, "nodes": [1, 2, 44], "tags": {"brand": "Lost"}},
        {"type": "way", "id": 10, "center": {"lat": 37.5, "lon": -122.2}, "tags": {"name": "Middle"}},
        {"type": "relation", "id": 11, "tags": {"name": "Mall", "type": "multipolygon"}, "members": [
          {"type": "way", "ref": 21, "role": "outer", "geometry": [{"lat":1,"lon":1},{"lat":1,"lon":1.001}]},
          {"type": "way", "ref": 22, "role": "outer", "geometry": [{"lat":1.001,"lon":1.001},{"lat":1,"lon":1.001}]},
          {"type": "way", "ref": 23, "role": "outer", "geometry": [{"lat":1.001,"lon":1.001},{"lat":1,"lon":1}]},
          {"type": "way", "ref": 24, "role": "inner", "geometry": [{"lat":5,"lon":5},{"lat":6,"lon":6}]}]}
        ]}
        """

    @Test func `Overpass gives nodes, ways and relations with a name`() throws {
        let file = try read(Self.overpass)
        #expect(file.format == .osm && ids(file) == ["node-9", "way-7", "way-10", "relation-11"])
        #expect(file.candidates.map { $0.footprint?.rings.first?.count } == [nil, 3, nil, 3])
        #expect(file.candidates[1].address == "High St 5")
        #expect(file.problems.map(\.line) == [7])
        #expect(file.warnings == ["Overpass says of p: runtime error: Query timed out"])
        let byReference = try read(Self.overpass, id: "ref")
        #expect(ids(byReference) == ["k1"] && byReference.problems.count == 4)
    }

    @Test func `OSM XML says the same`() throws {
        let file = try read(
            """
            <?xml version='1.0'?>
            <osm version="0.6">
             <node id="1" lat="37.33" lon="-122.01"/>
             <node id="2" lat="37.33" lon="-122.009"/>
             <node id="3" lat="37.331" lon="-122.009"/>
             <node id="9" lat="37.4" lon="-122.1"><tag k="name" v="Kiosk"/></node>
             <way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="name" v="Shop"/></way>
             <way id="8">
              <nd ref="77"/>
              <tag k="name" v="Lost"/>
             </way>
             <relation id="11"><member type="way" ref="7" role="outer"/><tag k="name" v="Mall"/></relation>
             <node id="12" action="delete" lat="37.4" lon="-122.1"><tag k="name" v="Deleted"/></node>
             <node id="13" visible="false"><tag k="name" v="Gone"/></node>
            </osm>
            """)
        #expect(file.format == .osm && ids(file) == ["node-9", "way-7", "relation-11"])
        #expect(file.candidates[2].footprint?.rings.first?.count == 3)
        #expect(file.problems.map(\.line) == [8])
    }

    /// Overpass gives no position for what is outside of a bounding box.
    @Test(arguments: [
        """
        <osm><way id="7"><nd ref="1" lat="1" lon="1"/><nd ref="2" lat="1" lon="1.001"/><nd ref="3"/>
        <nd ref="4" lat="1.001" lon="1"/><nd ref="1" lat="1" lon="1"/><tag k="name" v="Cut"/></way></osm>
        """,
        """
        <osm><relation id="7"><member type="way" ref="9" role="outer"><nd lat="1" lon="1"/><nd lat="1" lon="1.001"/>
        <nd/><nd lat="1.001" lon="1"/><nd lat="1" lon="1"/></member><tag k="name" v="Cut"/></relation></osm>
        """,
        """
        {"elements": [{"type": "way", "id": 7, "tags": {"name": "Cut"}, "nodes": [1, 2, 3, 4, 1], "geometry": [
        {"lat": 1, "lon": 1}, {"lat": 1, "lon": 1.001}, null, {"lat": 1.001, "lon": 1}, {"lat": 1, "lon": 1}]}]}
        """,
    ])
    func `an outline that was cut is not taken`(text: String) throws {
        let file = try read(text)
        #expect(file.candidates == [])
        #expect(
            file.problems.map { $0.reason.split(separator: ": ").dropFirst().first } == [
                "its position is not in the file"
            ])
    }

    @Test func `another format than was asked for is refused`() {
        #expect(throws: PlaceFileError.self) {
            try PlaceFile(Array("store,name\n".utf8), file: "p", format: .geoJSON)
        }
    }
}
