public import Chips

/// One tag identifier on one chip.
public struct TagWrite: Hashable, Sendable, Codable {
    public let tag: TagID
    public let batch: BatchName
    public let uid: ChipUID
    public let product: String
    public let url: String
    public let reader: ReaderName
    /// What the factory's signature says; nil where it was not looked at.
    public let genuineness: Genuineness?
    /// In a result: how the chip is protected, verified; nil for not at all.
    public let protection: Protection?
    public let key: KeyName?
    public let mirror: ChipMirror?

    public init(
        tag: TagID, batch: BatchName, uid: ChipUID, product: String, url: String, reader: ReaderName,
        genuineness: Genuineness? = nil, protection: Protection? = nil, key: KeyName? = nil,
        mirror: ChipMirror? = nil
    ) {
        self.tag = tag
        self.batch = batch
        self.uid = uid
        self.product = product
        self.url = url
        self.reader = reader
        self.genuineness = genuineness
        self.protection = protection
        self.key = key
        self.mirror = mirror
    }
}

/// What is about to become of a chip that was read back and holds its URL.
public struct TagProtection: Hashable, Sendable, Codable {
    public let tag: TagID
    public let batch: BatchName
    public let uid: ChipUID
    public let reader: ReaderName
    public let protection: Protection
    /// The key of the new password.
    public let key: KeyName?
    public let mirror: ChipMirror?
    /// What the chip holds, for good where it is to be locked; nil in entries of earlier versions.
    public let url: String?

    public init(
        tag: TagID, batch: BatchName, uid: ChipUID, reader: ReaderName, protection: Protection, key: KeyName?,
        mirror: ChipMirror?, url: String? = nil
    ) {
        self.url = url
        self.tag = tag
        self.batch = batch
        self.uid = uid
        self.reader = reader
        self.protection = protection
        self.key = key
        self.mirror = mirror
    }
}

/// Why a chip was not written, or not to the end.
public struct TagProblem: Hashable, Sendable, Codable {
    public let tag: TagID?
    public let batch: BatchName
    public let uid: ChipUID?
    public let reader: ReaderName
    public let code: String
    public let message: String

    public init(
        tag: TagID?, batch: BatchName, uid: ChipUID?, reader: ReaderName, code: String, message: String
    ) {
        self.tag = tag
        self.batch = batch
        self.uid = uid
        self.reader = reader
        self.code = code
        self.message = message
    }
}

/// A tag that parts from its chip.
public struct TagRelease: Hashable, Sendable, Codable {
    public let tag: TagID
    public let uid: ChipUID?
    public let reason: String

    public init(tag: TagID, uid: ChipUID?, reason: String) {
        self.tag = tag
        self.uid = uid
        self.reason = reason
    }
}

/// A tag that was put up, and where.
public struct TagCommissioning: Hashable, Sendable, Codable {
    public let tag: TagID
    public let batch: BatchName
    public let deployed: Deployed

    public init(tag: TagID, batch: BatchName, deployed: Deployed) {
        self.tag = tag
        self.batch = batch
        self.deployed = deployed
    }
}
