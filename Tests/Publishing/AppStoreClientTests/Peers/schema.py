"""What App Store Connect's published schema allows in requests about App Clips. Strict: whatever is unknown is refused."""

LANGUAGES = set("AR CA CS DA DE EL EN ES FI FR HE HI HR HU ID IT JA KO MS NL NO PL PT RO RU SK SV TH TR UK VI ZH".split())
ACTIONS = {"OPEN", "VIEW", "PLAY"}
CATEGORIES = set(
    "AUTOMOTIVE BEAUTY BIKES BOOKS CASINO EDUCATION EDUCATION_JAPAN ENTERTAINMENT EV_CHARGER FINANCIAL_USD FINANCIAL_CNY "
    "FINANCIAL_GBP FINANCIAL_JPY FINANCIAL_EUR FITNESS FOOD_AND_DRINK GAS GROCERY HEALTH_AND_MEDICAL HOTEL_AND_TRAVEL MUSIC "
    "PARKING PET_SERVICES PROFESSIONAL_SERVICES SHOPPING TICKETING TRANSIT".split())
MAP_ACTIONS = set(
    "BUY_TICKETS VIEW_AVAILABILITY VIEW_PRICING HOTEL_BOOK_ROOM PARKING_RESERVE_PARKING RESTAURANT_JOIN_WAITLIST "
    "RESTAURANT_ORDER_DELIVERY RESTAURANT_ORDER_FOOD RESTAURANT_ORDER_TAKEOUT RESTAURANT_RESERVATION RESTAURANT_VIEW_MENU "
    "SCHEDULE_APPOINTMENT THEATER_NOW_PLAYING".split())
LINK, EXPERIENCE, IMAGE = "link", "appClipAdvancedExperiences", "appClipAdvancedExperienceImages"
TEXTS = "appClipAdvancedExperienceLocalizations"


class Refusal(Exception):
    def __init__(self, status, code, detail, pointer=None):
        super().__init__(detail)
        error = {"id": "1", "status": str(status), "code": code, "title": code, "detail": detail}
        if pointer:
            error["source"] = {"pointer": pointer}
        self.status, self.body = status, {"errors": [error]}


def refuse(detail, pointer=None, code="ENTITY_ERROR.ATTRIBUTE.INVALID", status=409):
    raise Refusal(status, code, detail, pointer)


def keys(value, allowed, where, required=()):
    if not isinstance(value, dict):
        refuse(f"{where} is no object", where)
    for key in value:
        if key not in allowed:
            refuse(f"{where} has the unknown key {key}", f"{where}/{key}", "ENTITY_ERROR.ATTRIBUTE.UNKNOWN")
    for key in required:
        if value.get(key) is None:
            refuse(f"{where} lacks {key}", f"{where}/{key}", "ENTITY_ERROR.ATTRIBUTE.REQUIRED")
    return value


def kind(value, name, kinds, where):
    if value.get(name) is not None and (not isinstance(value[name], kinds) or (
            isinstance(value[name], bool) and kinds is not bool)):
        refuse(f"{name} has a wrong type", f"{where}/{name}", "ENTITY_ERROR.ATTRIBUTE.TYPE")


def word(value, name, words, where):
    kind(value, name, str, where)
    if value.get(name) is not None and value[name] not in words:
        refuse(f"{value[name]} is no {name}", f"{where}/{name}", "ENTITY_ERROR.ATTRIBUTE.INVALID")


def place(value):
    where = "/data/attributes/place"
    keys(value, {"placeId", "names", "mainAddress", "displayPoint", "mapAction", "relationship", "phoneNumber", "homePage",
                 "categories"}, where)
    for name in ("names", "categories"):
        if value.get(name) is not None and not all(isinstance(text, str) for text in value[name]):
            refuse(f"{name} holds something else than texts", f"{where}/{name}")
    if value.get("mainAddress") is not None:
        address = keys(value["mainAddress"], {"fullAddress", "structuredAddress"}, where + "/mainAddress")
        if address.get("structuredAddress") is not None:
            keys(address["structuredAddress"], {"streetAddress", "floor", "neighborhood", "locality", "stateProvince",
                                                "postalCode", "countryCode"}, where + "/mainAddress/structuredAddress")
    if value.get("displayPoint") is not None:
        point = keys(value["displayPoint"], {"coordinates", "source"}, where + "/displayPoint")
        word(point, "source", {"CALCULATED", "MANUALLY_PLACED"}, where + "/displayPoint")
        coordinates = keys(point.get("coordinates"), {"latitude", "longitude"}, where + "/displayPoint/coordinates",
                           ("latitude", "longitude"))
        if abs(coordinates["latitude"]) > 90 or abs(coordinates["longitude"]) > 180:
            refuse("no such point", where + "/displayPoint")
    word(value, "mapAction", MAP_ACTIONS, where)
    word(value, "relationship", {"OWNER", "AUTHORIZED", "OTHER"}, where)
    if value.get("phoneNumber") is not None:
        phone = keys(value["phoneNumber"], {"number", "type", "intent"}, where + "/phoneNumber")
        word(phone, "type", {"FAX", "LANDLINE", "MOBILE", "TOLLFREE"}, where + "/phoneNumber")


def linkage(value, resource, where):
    keys(value, {"data"}, where, ("data",))
    data = keys(value["data"], {"type", "id"}, where + "/data", ("type", "id"))
    if data["type"] != resource:
        refuse(f"it relates to {data['type']}", where, "ENTITY_ERROR.RELATIONSHIP.INVALID")
    return data["id"]


def texts(relationship, included, resource, check, where):
    """The inline resources that a relationship to several names: each has a local identifier and is used once."""
    keys(relationship, {"data"}, where, ("data",))
    given = {}
    for item in included or []:
        keys(item, {"type", "id", "attributes"}, "/included", ("type", "id", "attributes"))
        if item["type"] != resource:
            refuse(f"{item['type']} cannot be included", "/included", "ENTITY_ERROR.INCLUDED.INVALID_TYPE")
        if not (item["id"].startswith("${") and item["id"].endswith("}")):
            refuse(f"{item['id']} is no local identifier", "/included", "ENTITY_ERROR.INCLUDED.INVALID_ID")
        check(item["attributes"])
        given[item["id"]] = item["attributes"]
    named = []
    for data in relationship["data"]:
        keys(data, {"type", "id"}, where, ("type", "id"))
        if data["type"] != resource or data["id"] not in given:
            refuse(f"{data['id']} is not included", where, "ENTITY_ERROR.RELATIONSHIP.INVALID")
        named.append(given.pop(data["id"]))
    if given or not named:
        refuse("relationship and included do not agree", where, "ENTITY_ERROR.RELATIONSHIP.INVALID")
    return named


def text(attributes):
    where = "/included/attributes"
    keys(attributes, {"language", "title", "subtitle"}, where, ("language", "title", "subtitle"))
    word(attributes, "language", LANGUAGES, where)
    if not 1 <= len(attributes["title"]) <= 30 or not 1 <= len(attributes["subtitle"]) <= 56:
        refuse("title or subtitle has a wrong length", where)


def experience(body, creating):
    """Checks the request; returns attributes, the image's identifier, the texts and the App Clip's identifier."""
    keys(body, {"data", "included"}, "", ("data",))
    data = keys(body["data"], {"type", "id", "attributes", "relationships"}, "/data", ("type",))
    if data["type"] != EXPERIENCE or (creating and data.get("id")):
        refuse("type or id is wrong", "/data")
    where = "/data/attributes"
    allowed = {"defaultLanguage", "isPoweredBy", "action", "businessCategory", "place"}
    attributes = keys(data.get("attributes") or {}, allowed | ({LINK} if creating else {"removed"}), where,
                      (LINK, "defaultLanguage", "isPoweredBy") if creating else ())
    word(attributes, "defaultLanguage", LANGUAGES, where)
    word(attributes, "action", ACTIONS, where)
    word(attributes, "businessCategory", CATEGORIES, where)
    kind(attributes, "isPoweredBy", bool, where)
    kind(attributes, "removed", bool, where)
    if creating and not attributes[LINK].startswith("https://"):
        refuse("link is no https URL", where + "/link")
    if attributes.get("place") is not None:
        place(attributes["place"])
    related = keys(data.get("relationships") or {}, {"appClip", "headerImage", "localizations"}, "/data/relationships",
                   ("appClip", "localizations") if creating else ())
    clip = linkage(related["appClip"], "appClips", "/data/relationships/appClip") if "appClip" in related else None
    image = linkage(related["headerImage"], IMAGE, "/data/relationships/headerImage") if "headerImage" in related else None
    cards = None
    if "localizations" in related:
        cards = texts(related["localizations"], body.get("included"), TEXTS, text, "/data/relationships/localizations")
        languages = [card["language"] for card in cards]
        if len(set(languages)) < len(languages):
            refuse("a language stands there twice", "/included")
        if attributes.get("defaultLanguage", languages[0]) not in languages:
            refuse("the default language has no text", where + "/defaultLanguage")
    elif body.get("included"):
        refuse("included without a relationship", "/included")
    return attributes, image, cards, clip


def invocation(body):
    keys(body, {"data", "included"}, "", ("data",))
    data = keys(body["data"], {"type", "attributes", "relationships"}, "/data", ("type", "attributes", "relationships"))
    attributes = keys(data["attributes"], {"url"}, "/data/attributes", ("url",))
    related = keys(data["relationships"], {"buildBundle", "betaAppClipInvocationLocalizations"}, "/data/relationships",
                   ("buildBundle", "betaAppClipInvocationLocalizations"))
    titles = texts(related["betaAppClipInvocationLocalizations"], body.get("included"), "betaAppClipInvocationLocalizations",
                   lambda value: keys(value, {"title", "locale"}, "/included/attributes", ("title", "locale")),
                   "/data/relationships/betaAppClipInvocationLocalizations")
    bundle = linkage(related["buildBundle"], "buildBundles", "/data/relationships/buildBundle")
    return attributes["url"], bundle, titles
