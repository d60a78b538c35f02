import { requestMapsJsonp } from "#web/lib/maps/requestMapsJsonp.ts";
import { type CheckedItem, checklistMessages } from "./checklistMessages.ts";

const messages = checklistMessages.browserKey;
/** Tian'anmen, longitude and latitude in GCJ-02. */
const knownPlace = "116.397477,39.908692";

/** The browser key of the map service, as customers' pages get it. */
export interface BrowserMapSettings {
  maps_base_url: string;
  maps_browser_key: string;
}

/** Asks the map service as customers' browsers do, because it accepts the key from the allowed domains only. */
export async function checkBrowserKey(settings: BrowserMapSettings): Promise<CheckedItem> {
  const toItem = (state: CheckedItem["state"], problem: string | null): CheckedItem => ({
    name: "maps_browser",
    state,
    problem,
  });
  const { maps_base_url: base, maps_browser_key: key } = settings;
  if (key === "") return toItem("todo", messages.none);
  const query = new URLSearchParams({ key, location: knownPlace, output: "JSON" });
  try {
    const answer = await requestMapsJsonp(`${base.replace(/\/+$/, "")}/v3/geocode/regeo?${query}`);
    const { status, info } = (answer ?? {}) as { status?: unknown; info?: unknown };
    if (String(status) === "1") return toItem("ok", null);
    return toItem("failed", messages.refused(/^\w{1,40}$/.test(String(info)) ? String(info) : ""));
  } catch {
    return toItem("failed", messages.silent);
  }
}
