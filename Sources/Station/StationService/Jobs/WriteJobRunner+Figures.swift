internal import API
internal import Chips
internal import Faults
internal import Logging
internal import Metrics
internal import Provisioning
internal import Registry

/// What is counted and logged of a job.
extension WriteJobRunner {
    func count(_ report: WriteReport, _ reader: ReaderName) {
        switch report {
        case .presented: presented[reader] = .now
        case .written(let tag, let uid, _):
            note("written", tag: tag, uid: uid, by: reader, at: .info, "a tag is written")
            if let start = presented.removeValue(forKey: reader) {
                setup.metrics.store.observe((ContinuousClock.now - start).seconds, in: StationMetrics.writeSeconds)
            }
        case .confirmed(let tag, let uid):
            note("confirmed", tag: tag, uid: uid, by: reader, at: .info, "a tag is still right")
        case .refused(let tag, let uid, let complaint):
            note("refused", tag: tag, uid: uid, by: reader, at: .notice, complaint.message, complaint: complaint)
        case .interrupted(let tag, let uid, let complaint):
            note("interrupted", tag: tag, uid: uid, by: reader, at: .notice, complaint.message, complaint: complaint)
        case .readerLost(let complaint):
            setup.logger.warning(
                "a reader is lost: \(complaint.reason)",
                metadata: ["batch": request.batch.text, "reader": reader.text, "code": complaint.code.rawValue])
        case .writing, .readerBack: break
        }
    }

    private func note(
        _ outcome: String, tag: Tag?, uid: ChipUID?, by reader: ReaderName, at level: Logger.Level, _ message: String,
        complaint: Complaint? = nil
    ) {
        setup.metrics.store.add(to: StationMetrics.tags, outcome)
        var facts = ["batch": request.batch.text, "reader": reader.text]
        facts["tag"] = tag?.id.text
        facts["uid"] = uid?.hexadecimal
        facts["code"] = complaint?.code.rawValue
        setup.logger.log(level: level, message, metadata: facts)
    }
}
