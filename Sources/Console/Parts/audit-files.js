// Files on their way to an audit: bytes in JSON are base64.
import { text } from "./language.js";

const largestFiles = 40 << 20;

export async function contents(files) {
  if (files.reduce((sum, file) => sum + file.size, 0) > largestFiles) throw Object.assign(new Error(text("audit.toolarge")), { next: text("audit.toolarge.next") });
  return Promise.all(files.map(async (file) => ({ name: file.name, content: await base64(file) })));
}
const base64 = (file) => new Promise((settle, fail) => {
  const reader = new FileReader();
  reader.onload = () => settle(reader.result.slice(reader.result.indexOf(",") + 1));
  reader.onerror = () => fail(reader.error);
  reader.readAsDataURL(file);
});
