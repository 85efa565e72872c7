import Faults
import Foundation
import Notices
import Testing

struct WebhookSecretTests {
    /// The example of the Standard Webhooks specification's libraries.
    @Test func `a signature is that of the specification`() throws {
        let secret = try WebhookSecret(Array("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".utf8))
        let signature = try secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", time: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test(arguments: ["", "whsec_", "whsec_!!!!", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ="])
    func `what is no secret is refused without being repeated`(text: String) {
        do {
            _ = try WebhookSecret(Array(text.utf8))
            Issue.record("it was taken")
        } catch let error as any AnyFault {
            let complaint = error.complaint
            #expect(text.isEmpty || text == "whsec_" || !"\(complaint.message)\(complaint.reason)".contains(text))
        } catch {
            Issue.record("\(error)")
        }
    }
}
