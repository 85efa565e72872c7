"""Versions of the app, the default experiences of its App Clip, sizes and territories: what the strict App Store Connect
holds beside the experiences of URLs. Request shapes are those of Apple's published schema (4.x); unknown keys are refused."""
import re

import schema
from schema import Refusal, keys, linkage, refuse, word

EXPERIENCE, TEXT = "appClipDefaultExperiences", "appClipDefaultExperienceLocalizations"
IMAGE, REVIEW, VERSION = "appClipHeaderImages", "appClipAppStoreReviewDetails", "appStoreVersions"
EDITABLE = {"PREPARE_FOR_SUBMISSION", "DEVELOPER_REJECTED", "REJECTED", "METADATA_REJECTED", "INVALID_BINARY"}


def not_found(what):
    raise Refusal(404, "NOT_FOUND", f"no {what}")


class Defaults:
    def __init__(self, new_id):
        self.new_id = new_id
        self.versions, self.experiences, self.texts, self.reviews = {}, {}, {}, {}
        self.sizes, self.territories = [], None

    # What is there, as answers.

    def version_json(self, key):
        item = self.versions[key]
        return {"type": VERSION, "id": key, "attributes": {
            "platform": item.get("platform", "IOS"), "versionString": item["name"], "appVersionState": item["state"]}}

    def experience_json(self, key, included=()):
        item = self.experiences[key]
        related = {"appClip": {}, TEXT: {}}
        if "releaseWithAppStoreVersion" in included:
            related["releaseWithAppStoreVersion"] = {"data": {"type": VERSION, "id": item["version"]} if item["version"] else None}
        if "appClipAppStoreReviewDetail" in included:
            related["appClipAppStoreReviewDetail"] = {"data": {"type": REVIEW, "id": item["review"]} if item["review"] else None}
        return {"type": EXPERIENCE, "id": key, "attributes": {"action": item["action"]}, "relationships": related}

    def review_json(self, key):
        return {"type": REVIEW, "id": key, "attributes": {"invocationUrls": self.reviews[key]}}

    def text_json(self, key, included=()):
        item = self.texts[key]
        related = {"appClipDefaultExperience": {}}
        if "appClipHeaderImage" in included:
            related["appClipHeaderImage"] = {"data": {"type": IMAGE, "id": item["image"]} if item["image"] else None}
        return {"type": TEXT, "id": key, "attributes": {"locale": item["locale"], "subtitle": item["subtitle"]},
                "relationships": related}

    # Changes, and why they are refused.

    def check_editable(self, experience):
        version = self.experiences[experience]["version"]
        state = self.versions[version]["state"] if version else "PREPARE_FOR_SUBMISSION"
        if state not in EDITABLE:
            refuse(f"the version is {state}", code="STATE_ERROR")

    def data(self, body, resource, identifier, relationships=()):
        """The parts of a request: with an identifier it changes a resource."""
        keys(body, {"data"}, "", ("data",))
        allowed = {"type", "attributes"} | ({"id"} if identifier else set()) | ({"relationships"} if relationships else set())
        data = keys(body["data"], allowed, "/data", ("type", "id") if identifier else ("type",))
        if data["type"] != resource or data.get("id") != identifier:
            refuse("type or id is wrong", "/data")
        return data.get("attributes") or {}, keys(data.get("relationships") or {}, set(relationships), "/data/relationships")

    def create_experience(self, body):
        attributes, related = self.data(body, EXPERIENCE, None, (
            "appClip", "releaseWithAppStoreVersion", "appClipDefaultExperienceTemplate"))
        keys(attributes, {"action"}, "/data/attributes")
        word(attributes, "action", schema.ACTIONS, "/data/attributes")
        if linkage(related.get("appClip"), "appClips", "/data/relationships/appClip") != "clip-1":
            refuse("no such App Clip", "/data/relationships/appClip", "ENTITY_ERROR.RELATIONSHIP.NOT_FOUND")
        version = template = None
        if "releaseWithAppStoreVersion" in related:
            version = linkage(related["releaseWithAppStoreVersion"], VERSION, "/data/relationships/releaseWithAppStoreVersion")
            if self.versions.get(version, {}).get("state") not in EDITABLE:
                refuse("no such version that can be changed", "/data/relationships/releaseWithAppStoreVersion", "STATE_ERROR")
            if any(item["version"] == version for item in self.experiences.values()):
                refuse("the version has a default experience", "/data/relationships/releaseWithAppStoreVersion", "STATE_ERROR")
        if "appClipDefaultExperienceTemplate" in related:
            template = linkage(related["appClipDefaultExperienceTemplate"], EXPERIENCE,
                               "/data/relationships/appClipDefaultExperienceTemplate")
            if template not in self.experiences:
                refuse("no such template", code="ENTITY_ERROR.RELATIONSHIP.NOT_FOUND")
        key = self.new_id("default")
        self.experiences[key] = {"action": attributes.get("action"), "version": version, "review": None}
        for text in [item for item in self.texts.values() if template and item["experience"] == template]:
            self.texts[self.new_id("text")] = dict(text, experience=key, image=None)
        return 201, {"data": self.experience_json(key)}

    def update_experience(self, key, body):
        if key not in self.experiences:
            not_found("default experience")
        attributes, related = self.data(body, EXPERIENCE, key, ("releaseWithAppStoreVersion",))
        keys(attributes, {"action"}, "/data/attributes")
        word(attributes, "action", schema.ACTIONS, "/data/attributes")
        self.check_editable(key)
        if related:
            refuse("the version is not changed here", "/data/relationships")
        self.experiences[key].update(attributes)
        return 200, {"data": self.experience_json(key)}

    def check_subtitle(self, attributes):
        text = attributes.get("subtitle")
        if not isinstance(text, str) or not 1 <= len(text) <= 56:
            refuse("subtitle has a wrong length", "/data/attributes/subtitle")

    def create_text(self, body):
        attributes, related = self.data(body, TEXT, None, ("appClipDefaultExperience",))
        keys(attributes, {"locale", "subtitle"}, "/data/attributes", ("locale",))
        if not re.fullmatch(r"[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?", attributes["locale"]):
            refuse("no such locale", "/data/attributes/locale")
        self.check_subtitle(attributes)
        experience = linkage(related.get("appClipDefaultExperience"), EXPERIENCE, "/data/relationships/appClipDefaultExperience")
        if experience not in self.experiences:
            refuse("no such default experience", code="ENTITY_ERROR.RELATIONSHIP.NOT_FOUND")
        self.check_editable(experience)
        if any(item["experience"] == experience and item["locale"] == attributes["locale"] for item in self.texts.values()):
            refuse("the locale is there", "/data/attributes/locale", "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE")
        key = self.new_id("text")
        self.texts[key] = {"experience": experience, "locale": attributes["locale"], "subtitle": attributes["subtitle"],
                           "image": None}
        return 201, {"data": self.text_json(key)}

    def update_text(self, key, body):
        if key not in self.texts:
            not_found("localization")
        attributes, _ = self.data(body, TEXT, key)
        keys(attributes, {"subtitle"}, "/data/attributes")
        self.check_subtitle(attributes)
        self.check_editable(self.texts[key]["experience"])
        self.texts[key].update(attributes)
        return 200, {"data": self.text_json(key)}

    def delete_text(self, key):
        if key not in self.texts:
            not_found("localization")
        self.check_editable(self.texts[key]["experience"])
        others = [item for other, item in self.texts.items()
                  if other != key and item["experience"] == self.texts[key]["experience"]]
        if not others:
            refuse("a default experience keeps one localization", code="STATE_ERROR")
        del self.texts[key]
        return 204, None

    def reserve_image(self, body, make):
        """`make(name, size)` makes the image and returns its identifier."""
        attributes, related = self.data(body, IMAGE, None, ("appClipDefaultExperienceLocalization",))
        keys(attributes, {"fileName", "fileSize"}, "/data/attributes", ("fileName", "fileSize"))
        text = linkage(related.get("appClipDefaultExperienceLocalization"), TEXT,
                       "/data/relationships/appClipDefaultExperienceLocalization")
        if text not in self.texts:
            refuse("no such localization", code="ENTITY_ERROR.RELATIONSHIP.NOT_FOUND")
        self.check_editable(self.texts[text]["experience"])
        if self.texts[text]["image"]:
            refuse("the localization has an image", code="STATE_ERROR")
        self.texts[text]["image"] = make(attributes["fileName"], attributes["fileSize"])
        return self.texts[text]["image"]

    def release_image(self, key):
        for item in self.texts.values():
            if item["image"] == key:
                self.check_editable(item["experience"])
                item["image"] = None

    def set_review(self, key, body):
        attributes, related = self.data(body, REVIEW, key, () if key else ("appClipDefaultExperience",))
        keys(attributes, {"invocationUrls"}, "/data/attributes")
        urls = attributes.get("invocationUrls")
        if not isinstance(urls, list) or not all(isinstance(url, str) and url.startswith("https://") for url in urls):
            refuse("invocationUrls are https URLs", "/data/attributes/invocationUrls")
        if key:
            if key not in self.reviews:
                not_found("review detail")
        else:
            experience = linkage(related.get("appClipDefaultExperience"), EXPERIENCE, "/data/relationships")
            if experience not in self.experiences or self.experiences[experience]["review"]:
                refuse("no default experience without a review detail", code="STATE_ERROR")
            self.check_editable(experience)
            key = self.new_id("review")
            self.experiences[experience]["review"] = key
        self.reviews[key] = urls
        return 200, {"data": self.review_json(key)}

    # Orders of a test, and what it may look at.

    def order(self, orders):
        for item in orders.get("versions", []):
            known = [key for key, old in self.versions.items() if old["name"] == item["name"]]
            self.versions[known[0] if known else self.new_id("version")] = item
        for item in orders.get("defaults", []):
            key = self.new_id("default")
            version = [name for name, old in self.versions.items() if old["name"] == item["version"]][0]
            self.experiences[key] = {"action": item["action"], "version": version, "review": None}
            for locale, subtitle in item["texts"].items():
                self.texts[self.new_id("text")] = {"experience": key, "locale": locale, "subtitle": subtitle, "image": None}
        self.sizes = orders.get("sizes", self.sizes)
        self.territories = orders.get("territories", self.territories)

    def summary(self, images):
        return [{
            "version": self.versions[item["version"]]["name"], "action": item["action"],
            "invocationURLs": self.reviews.get(item["review"], []),
            "texts": {text["locale"]: {"subtitle": text["subtitle"], "image": images.get(text["image"], {}).get("checksum")}
                      for text in self.texts.values() if text["experience"] == key},
        } for key, item in sorted(self.experiences.items())]

    def sizes_json(self):
        return [{"type": "buildBundleFileSizes", "id": f"size-{number}", "attributes": item}
                for number, item in enumerate(self.sizes)]

    def territories_json(self, included):
        related = lambda name: {"territory": {"data": {"type": "territories", "id": name}}} if "territory" in included else {}
        return [{"type": "territoryAvailabilities", "id": f"availability-{name}", "attributes": {
            "available": not statuses or statuses == ["AVAILABLE"], "contentStatuses": statuses},
            "relationships": related(name)} for name, statuses in sorted((self.territories or {}).items())]
