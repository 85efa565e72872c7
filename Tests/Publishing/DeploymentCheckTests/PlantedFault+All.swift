import AppClips
import DeploymentCheck
import Geodesy
import Registry

extension PlantedFault {
    static let all = files + urls + media + positions + experiences + pictures + apps

    private static let long = String(repeating: "x", count: 240)

    static let files = [
        PlantedFault(
            code: .badRow, deployment: "melamela", edits: [("stores.csv", ",80,", ",501,")],
            words: "stores.csv:2: radius 501 m is above the limit"),
        PlantedFault(
            code: .cardTitle, deployment: "bikesrental",
            edits: [("experiences.csv", ",Bikes Rental,", ",Bikes Rental of the whole Bay Area,")],
            words: "title has 34 characters, at most 30 are allowed"),
        PlantedFault(
            code: .cardSubtitle, deployment: "bikesrental",
            edits: [
                (
                    "experiences.csv", "Unlock this bike and ride",
                    "Unlock this bike and ride wherever you like for as long as you do"
                )
            ],
            words: "subtitle has 65 characters, at most 56 are allowed"),
    ]

    static let urls = [
        PlantedFault(code: .notURL, deployment: "melamela", words: "it has no scheme") { try $0.retag("mela") },
        PlantedFault(code: .notSecure, deployment: "melamela", words: "does not begin with https") {
            try $0.retag("http://melamela.example/order?tag=m-t01")
        },
        PlantedFault(code: .demoLink, deployment: "melamela", words: "cannot tell tags apart") {
            try $0.retag("https://appclip.apple.com/demo")
        },
        PlantedFault(
            code: .defaultLink, deployment: "melamela",
            words: "default link of example.melamela.Clip, which phones before iOS 16.4 do not open"
        ) {
            try $0.retag("https://appclip.apple.com/id?p=example.melamela.Clip&tag=m-t01")
        },
        PlantedFault(
            code: .defaultLink, deployment: "melamela",
            words: "default link of example.melamela.Clip, which iOS 18 is reported not to open from tags"
        ) {
            $0.reprofile(
                apps: $0.deployments[0].apps, appStoreIDs: $0.deployments[0].appStoreIDs, minimumIOS: "17.0")
            try $0.retag("https://appclip.apple.com/id?p=example.melamela.Clip&tag=m-t01")
        },
        PlantedFault(code: .otherClip, deployment: "melamela", words: "com.other.Clip, which is not an App Clip of") {
            try $0.retag("https://appclip.apple.com/id?p=com.other.Clip&tag=m-t01")
        },
        PlantedFault(code: .hostUnknown, deployment: "melamela", words: "no experience is registered on mela.example") {
            try $0.retag("https://mela.example/order?tag=m-t01")
        },
        PlantedFault(
            code: .unregistered, deployment: "melamela", words: "touches it shows a card with an error, not the website"
        ) {
            try $0.retag("https://melamela.example/menu?tag=m-t01")
        },
        PlantedFault(code: .unregistered, deployment: "melamela", words: "is a prefix of the tag's") {
            try $0.retag("https://melamela.example/menu?tag=m-d01", .qr)
        },
        PlantedFault(
            code: .retiredExperience, deployment: "melamela", words: "tags still carry it: phones may open it for days"
        ) {
            $0.replace(0, status: .retired)
        },
        PlantedFault(code: .codeOfRetiredExperience, deployment: "melamela", words: "App Clip Codes still carry it") {
            $0.replace(1, status: .retired)
            $0.tags.removeAll { $0.medium == .qr }
        },
        PlantedFault(
            code: .prefixNotIntended, deployment: "brightegg",
            words: "tags of palo-alto open https://brighteggcafe.example/store/cupertino, which is for cupertino"
        ) {
            try $0.retag("https://brighteggcafe.example/store/cupertino?tag=105", store: "palo-alto")
        },
        PlantedFault(
            code: .prefixNotIntended, deployment: "brightegg",
            words: "although https://brighteggcafe.example/store/cupertino is registered for that store"
        ) {
            try $0.retag("https://brighteggcafe.example/store/a/b?tag=101", store: "cupertino")
        },
        PlantedFault(code: .storeUnknown, deployment: "fruta", words: "names store \"oakland\", which is not known") {
            try $0.retag("https://fruta.example/store/oakland?tag=n-cu-01")
        },
        PlantedFault(
            code: .otherStore, deployment: "fruta", words: "names store san-francisco, and its tag is for cupertino"
        ) {
            try $0.retag("https://fruta.example/store/san-francisco?tag=n-cu-01&smoothie=BerryBlue")
        },
        PlantedFault(code: .ambiguous, deployment: "fruta", words: "its path is written with other capital letters") {
            try $0.retag("https://fruta.example/Store/cupertino?tag=n-cu-01")
        },
        PlantedFault(code: .bareURL, deployment: "bikesrental", words: "cannot be distinguished from Maps and Siri") {
            try $0.retag("https://bikesrental.example/rent")
        },
    ]

    static let media = [
        PlantedFault(
            code: .tooLongForChip, deployment: "fruta", words: "does not fit on an NTAG213, which has 144 bytes"
        ) {
            try $0.retag("https://fruta.example/store/cupertino?tag=\(long)")
        },
        PlantedFault(
            code: .chipUnknown, deployment: "bikesrental", edits: [("deployment.json", "NTAG213", "NTAG999")],
            words: "NTAG999 is not a chip that Waymark knows"),
        PlantedFault(code: .denseSymbol, deployment: "fruta", words: "too dense for a small label") {
            try $0.retag("https://fruta.example/store/cupertino?tag=\(long)", .qr)
        },
        PlantedFault(code: .codeAlphabet, deployment: "melamela", words: "it has the character \"~\"") {
            try $0.retag("https://melamela.example/reservation?p=~3", .appClipCode)
        },
        PlantedFault(code: .codeAlphabet, deployment: "melamela", words: "codes do not carry Apple's default link") {
            try $0.retag("https://appclip.apple.com/id?p=example.melamela.Clip", .appClipCode)
        },
        PlantedFault(code: .demoLink, deployment: "melamela", words: "cannot tell tags apart") {
            try $0.retag("https://appclip.apple.com/short", .appClipCode)
        },
        PlantedFault(code: .codeHostDigit, deployment: "melamela", words: "its host has the digit \"2\"") {
            try $0.rehost("mela2.example", .appClipCode)
        },
        PlantedFault(
            code: .pushUnregistered, deployment: "melamela",
            edits: [("deployment.json", "\"files\"", "\"push\": \"https://melamela.example/menu\", \"files\"")],
            words: "matches no registered experience: https://melamela.example/menu"),
        PlantedFault(
            code: .pushOtherExperience, deployment: "melamela",
            edits: [("deployment.json", "\"files\"", "\"push\": \"https://melamela.example/order\", \"files\"")],
            words: "is of https://melamela.example/order, the tag opens https://melamela.example/reservation"),
    ]

    static let positions = [
        PlantedFault(
            code: .urlLocation, deployment: "fruta",
            edits: [("deployment.json", "{store}{?tag}", "{?latitude,longitude,tag}")],
            words: "from the centre of cupertino, whose radius is 120 m"
        ) {
            let old = $0.stores[0]
            let centre = try Coordinate(latitude: 37.331, longitude: -122.0322)
            $0.stores[0] = Store(id: old.id, name: old.name, region: try Region(centre: centre, radius: 120))
        },
        PlantedFault(
            code: .deployedOutside, deployment: "melamela",
            edits: [("batches/mela-tables.csv", "37.80442", "37.81442")],
            words: "tags of mela were put up outside its confirmation region"),
        PlantedFault(
            code: .deployedOutside, deployment: "melamela",
            edits: [("batches/mela-tables.csv", "-122.27118", "122.27118")], words: "the sign of its longitude is wrong"
        ),
        PlantedFault(
            code: .placeFar, deployment: "melamela",
            edits: [("stores.csv", "37.8045,-122.2713", "37.8045,122.2713")],
            words: "the sign of its longitude is wrong"),
        PlantedFault(
            code: .placeFar, deployment: "melamela", edits: [("stores.csv", "37.8045,-122.2713", "37.8145,-122.2713")],
            words: "is 1.1 km from its confirmation region's centre"),
        PlantedFault(
            code: .placeFar, deployment: "fruta", edits: [],
            words: "latitude and longitude are swapped, and the sign of the latitude is wrong"
        ) {
            let old = $0.stores[0]
            let (lisbon, typed) = (
                try Coordinate(latitude: 38.7223, longitude: -9.1393),
                try Coordinate(latitude: -9.1393, longitude: -38.7223)
            )
            $0.stores[0] = Store(
                id: old.id, name: old.name, region: try Region(centre: lisbon, radius: 120), place: typed)
        },
        PlantedFault(
            code: .noRegion, deployment: "brightegg", edits: [("stores.csv", ",yes", ",")],
            words: "store cart-1 has no region"),
    ]

    static let experiences = [
        PlantedFault(
            code: .overlap, deployment: "bikesrental",
            edits: [
                (
                    "experiences.csv", ",EN\n",
                    ",EN\nhttps://bikesrental.example/rental,Bikes,Ride,open,,pictures/rent.png,EN\n"
                )
            ],
            words: "https://bikesrental.example/rent and https://bikesrental.example/rental overlap"),
        PlantedFault(code: .clipOverlap, deployment: "brightegg", words: "overlap, and belong to two App Clips") {
            let apps = ["ABCDE12345.example.brighteggcafe.Clip", "ABCDE12345.example.flagship.Clip"]
            let full = "ABCDE12345.example"
            $0.reprofile(apps: apps, appStoreIDs: [apps[0]: "1", apps[1]: "2"], fullApps: [full])
            let links = AppLinks([.init(apps: [full], components: [LinkComponent()])])
            $0.associations = ["brighteggcafe.example": .apps(apps, links: links)]
            $0.replace(0, app: apps[0])
            $0.replace(1, app: apps[1])
        },
        PlantedFault(
            code: .registeredOdd, deployment: "bikesrental",
            edits: [
                (
                    "experiences.csv", ",EN\n",
                    ",EN\nhttps://bikesrental.example/rent?x=1,Bikes,Ride,open,fleet,pictures/rent.png,EN\n"
                )
            ],
            words: "it has a query or a fragment"),
        PlantedFault(
            code: .language, deployment: "bikesrental", edits: [("experiences.csv", ",EN\n", ",EO\n")],
            words: "App Store Connect knows no language EO"),
    ]

    static let pictures = [
        PlantedFault(
            code: .imageMissing, deployment: "bikesrental",
            edits: [("experiences.csv", ",pictures/rent.png,", ",,")], words: "has no header image"),
        PlantedFault(code: .imageUnreadable, deployment: "bikesrental", words: "cannot be read: it is damaged") {
            $0.pictures = ["pictures/rent.png": .unreadable("it is damaged")]
        },
        PlantedFault(code: .imageSize, deployment: "bikesrental", words: "has 3000 x 2000 pixels") {
            let facts = PictureFacts(format: "JPEG", width: 3_000, height: 2_000, hasAlpha: false, transparentPixels: 0)
            $0.pictures = ["pictures/rent.png": .facts(facts)]
        },
        PlantedFault(code: .imageTransparent, deployment: "bikesrental", words: "alpha channel, and 7 pixels") {
            let facts = PictureFacts(format: "PNG", width: 1_800, height: 1_200, hasAlpha: true, transparentPixels: 7)
            $0.pictures = ["pictures/rent.png": .facts(facts)]
        },
    ]
}
