internal import Faults

extension TagConnection {
    /// An answer of ISO/IEC 7816-4: data, then two bytes of status.
    struct Response {
        let data: [UInt8]
        let status: [UInt8]

        var isGood: Bool { status == [0x90, 0x00] }
    }

    /// Sends one command that changes nothing; a lost answer says nothing about the tag but that it must be selected
    /// again.
    func command(_ command: [UInt8]) async throws(TagError) -> Response {
        do {
            let answer = try await link.transceive(command, expecting: .apdu)
            if answer.count >= 2 { return Response(data: answer.dropLast(2), status: answer.suffix(2)) }
        } catch {
            if error.concernsReader { throw .readerFailed(uid, error) }
        }
        throw TagError(
            code: .noAnswer, message: "tag \(uid) did not answer", reason: "no answer with a status arrived",
            next: "put the tag on the middle of the reader again")
    }

    func select(file: UInt16) async throws(TagError) {
        let response = try await command(Type4Command.select(file: file))
        guard response.isGood else { throw refused("its file cannot be selected", response) }
    }

    func read(_ range: Range<Int>) async throws(TagError) -> [UInt8] {
        let response = try await command(Type4Command.read(range.count, at: range.lowerBound))
        guard response.isGood, response.data.count == range.count else {
            throw refused("its file cannot be read", response)
        }
        return response.data
    }

    func readContainer() async throws(TagError) -> Type4Container {
        try await select(file: Type4Command.containerFile)
        let bytes = try await read(0..<Type4Container.size)
        do throws(MemoryFault) {
            return try Type4Container(bytes)
        } catch {
            throw TagError(
                code: .malformedMemory, message: "tag \(uid) cannot be written", reason: error.description,
                next: "use another tag")
        }
    }

    /// One update. Without an answer it is not known whether the file changed; a bad status is a refusal.
    func update(_ write: FileWrite) async throws(TagError) {
        let answer: [UInt8]
        do {
            answer = try await link.transceive(Type4Command.update(write), expecting: .apdu)
        } catch {
            if error.concernsReader { throw .readerFailed(uid, error) }
            throw TagError(
                code: .writeUnknown, message: "writing tag \(uid) from byte \(write.offset) on was not acknowledged",
                reason: "\(error.reason); whether the file changed is unknown",
                next: "put the tag on the reader again", link: error)
        }
        guard answer == [0x90, 0x00] else {
            throw refused("it refuses an update", Response(data: [], status: answer))
        }
    }

    private func refused(_ reason: String, _ response: Response) -> TagError {
        TagError(
            code: .commandRefused, message: "tag \(uid) refused a command",
            reason: "\(reason): status \(response.status.hexadecimal)", next: "use another tag")
    }
}
