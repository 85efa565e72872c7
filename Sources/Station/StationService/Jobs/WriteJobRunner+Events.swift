internal import API
internal import Chips
internal import Faults
internal import Provisioning
internal import Registry

extension WriteJobRunner {
    /// A report for the operator, as the event that is streamed. Its label keeps it apart from the function below: both
    /// have a `.readerBack`, and a call of itself would never end.
    func event(telling report: WriteReport, reader: ReaderName) -> WriteEvent {
        switch report {
        case .presented(let uid): event(.presented, reader: reader, uid: uid)
        case .writing(let tag, let uid, let product):
            event(.writing, reader: reader, tag: tag, uid: uid, product: product)
        case .written(let tag, let uid, let product):
            event(.written, reader: reader, tag: tag, uid: uid, product: product)
        case .confirmed(let tag, let uid): event(.confirmed, reader: reader, tag: tag, uid: uid)
        case .refused(let tag, let uid, let complaint):
            event(.refused, complaint, reader: reader, tag: tag, uid: uid)
        case .interrupted(let tag, let uid, let complaint):
            event(.interrupted, complaint, reader: reader, tag: tag, uid: uid)
        case .readerLost(let complaint): event(.readerLost, complaint, reader: reader)
        case .readerBack: event(.readerBack, reader: reader)
        }
    }

    func event(
        _ kind: WriteEvent.Kind, _ complaint: Complaint? = nil, reader: ReaderName? = nil, tag: Tag? = nil,
        uid: ChipUID? = nil,
        product: String? = nil, by actor: String? = nil
    ) -> WriteEvent {
        let snapshot = snapshot
        var event = WriteEvent(
            kind, time: setup.now(), job: id, reader: reader, done: snapshot.done, total: snapshot.total)
        event.tag = tag?.id
        event.store = tag?.store.name
        event.deployment = tag?.store.deployment
        event.placement = tag?.placement
        event.url = tag?.url
        event.uid = uid
        event.product = product
        event.code = complaint?.code.rawValue
        event.message = complaint?.message
        event.why = complaint?.reason
        event.next = complaint?.next
        event.by = actor
        return event
    }
}
