internal import Chips

/// What becomes of one sign, by how its finding is put right.
extension RepairPlanner {
    /// What the last look at the tag itself said; a copy of its chip is another one.
    private func lastLook(at tag: Tag) -> LastLook? {
        looksAtContents(of: tag).filter { $0.uid == nil || $0.uid == tag.uid }.max { $0.lastSeen < $1.lastSeen }
    }

    private func looksAtContents(of tag: Tag) -> [LastLook] {
        Set([tag.url, tag.writtenURL].compactMap(\.self)).sorted().flatMap { looks[ByteCompared($0)] ?? [] }
    }

    /// The tag is at another store, or at none.
    mutating func bringBack(_ tag: Tag) {
        let look = lastLook(at: tag)
        guard look?.verdict != "inside" else { return }
        let sign = RepairOrder.Sign(tag)
        guard tag.medium != .qr || labelsTravel else {
            work.takeDown(sign, at: look?.foundStore, .destroyed, opens: tag.store)
            return putUp(tag)
        }
        send(sign, from: look?.foundStore, to: tag.store)
    }

    private mutating func send(_ sign: RepairOrder.Sign, from: StoreID?, to: StoreID) {
        work.takeDown(sign, at: from, .sent, opens: to)
        work.putUp(sign, at: to, .box, from: from)
        work.send(sign, from: from, to: to)
    }

    /// What the tag holds is wrong; it hangs where it belongs.
    mutating func renew(_ tag: Tag) {
        let place = lastLook(at: tag)?.foundStore ?? tag.store
        work.takeDown(RepairOrder.Sign(tag), at: place, tag.medium == .nfc ? .rewritten : .destroyed, opens: tag.store)
        putUp(tag)
    }

    /// Another one is made and put up.
    mutating func putUp(_ tag: Tag) {
        let sign = RepairOrder.Sign(tag)
        switch tag.medium {
        case .nfc: work.putUp(sign, at: tag.store, .chip)
        case .appClipCode: work.putUp(sign, at: tag.store, .appClipCode)
        case .qr:
            work.putUp(sign, at: tag.store, .label)
            work.print(tag, storeName: stores[tag.store]?.name ?? tag.store.text)
        }
    }

    /// Of a tag that is out of service everything goes. Else the chip that was written for it stays, and copies and chips
    /// that were replaced go; where that chip was not seen, or is the one that was copied, all go and one is made. A chip that
    /// was replaced is another one than the tag's, also where it holds a URL that the tag has no more. `former`: the one
    /// that is meant, where it is known: a copy is another finding.
    mutating func takeDown(_ tag: Tag, _ code: String, former: FormerCarrier?, seenAt own: [StoreID]) {
        let isOut = code == "retired"
        let all = looksAtContents(of: tag)
        let copies = all.filter { $0.uid != nil && $0.uid != tag.uid }
        let others = former.map { former in copies.filter { $0.uid == former.uid } } ?? copies
        let isKnown = !isOut && tag.uid != nil && (!others.isEmpty || code == "replaced")
        let gone = isKnown || (former != nil && !isOut) ? others : all
        for look in gone {
            let sign = RepairOrder.Sign(tag, uid: look.uid)
            work.takeDown(sign, at: look.foundStore, .destroyed, opens: tag.store)
        }
        if gone.isEmpty {
            let sign = RepairOrder.Sign(tag, uid: former?.uid, holding: former?.url)
            for place in own { work.takeDown(sign, at: place, .destroyed, opens: tag.store) }
        }
        if !isOut, !isKnown { putUp(tag) }
    }

    /// A label that names no tag of ours: a content, or a chip.
    mutating func takeDown(unknown label: String, goesBack: Bool, seenAt own: [StoreID]) {
        let seen = looks[ByteCompared(label)] ?? []
        for look in seen {
            let sign = RepairOrder.Sign(unknown: label, uid: look.uid)
            if goesBack, let store = look.store {
                send(sign, from: look.foundStore, to: store)
            } else {
                work.takeDown(sign, at: look.foundStore, .destroyed, opens: look.store)
            }
        }
        guard seen.isEmpty else { return }
        for place in own { work.takeDown(RepairOrder.Sign(unknown: label), at: place, .destroyed, opens: nil) }
    }
}

extension RepairOrder.Sign {
    /// `url`: nil where it is the tag's.
    init(_ tag: Tag, uid: ChipUID? = nil, holding url: String? = nil) {
        self.init(tag: tag.id.text, medium: tag.medium, placement: tag.placement, url: url ?? tag.url, uid: uid)
    }

    init(unknown label: String, uid: ChipUID? = nil) {
        self.init(tag: label, medium: nil, placement: nil, url: label.contains("://") ? label : nil, uid: uid)
    }
}
