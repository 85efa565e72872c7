/// The word on the card's button.
package enum ActionWord: String, Sendable, Hashable {
    case open = "OPEN"
    case view = "VIEW"
    case play = "PLAY"
}

/// What App Store Connect has done with an experience. `RECEIVED` does not say that phones show it.
package enum ExperienceStatus: String, Sendable, Hashable {
    case received = "RECEIVED"
    case deactivated = "DEACTIVATED"
    case transferInProgress = "APP_TRANSFER_IN_PROGRESS"
}

/// Where an image is on its way.
package enum ImageState: String, Sendable, Hashable {
    case awaitingUpload = "AWAITING_UPLOAD"
    case uploadComplete = "UPLOAD_COMPLETE"
    case complete = "COMPLETE"
    case failed = "FAILED"
}

/// A language of a card.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case ar = "AR"
    case ca = "CA"
    case cs = "CS"
    case da = "DA"
    case de = "DE"
    case el = "EL"
    case en = "EN"
    case es = "ES"
    case fi = "FI"
    case fr = "FR"
    case he = "HE"
    case hi = "HI"
    case hr = "HR"
    case hu = "HU"
    case id = "ID"
    case it = "IT"
    case ja = "JA"
    case ko = "KO"
    case ms = "MS"
    case nl = "NL"
    case no = "NO"
    case pl = "PL"
    case pt = "PT"
    case ro = "RO"
    case ru = "RU"
    case sk = "SK"
    case sv = "SV"
    case th = "TH"
    case tr = "TR"
    case uk = "UK"
    case vi = "VI"
    case zh = "ZH"
}
