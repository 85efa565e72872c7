// Notes and pictures of scans, as phones have sent them.
import { make } from "./elements.js";
import { exactMoment, text } from "./language.js";
import { station } from "./station.js";

/// What was noted of the scans of a tag (`{ tag }`) or of a finding's tags (`{ finding }`); nothing without any.
export async function remarksOn(query) {
  const { remarks } = await station.remarks(query);
  if (!remarks.length) return "";
  return make("section.remarks", make("h3", text("remarks.title", { count: remarks.length })), make("ul", remarks.map((remark) => make("li",
    remark.pictureSize && make("img", { src: station.remarkPicture(remark.number), loading: "lazy", alt: text("remarks.picture") }),
    make("div", make("time.soft", { dateTime: remark.time }, exactMoment(remark.time)), remark.note && make("p", remark.note), make("code", remark.url))))));
}
