import { mapsTimeoutMs } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

/** The document that asks, and the only one whose policy lets the map service's scripts run. */
const jsonpFrameUrl = "/locate.html";

/**
 * Asks the map service by a script (JSONP: it allows no other way), 10 s at most. The script runs in a hidden frame
 * without an origin, out of reach of the app and what it keeps; the frame is gone afterwards. Rejects when the script
 * fails, is silent, or is no script. Nothing of the answer is checked.
 */
export function requestMapsJsonp(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.hidden = true;
    frame.src = `${jsonpFrameUrl}#${encodeURIComponent(url)}`;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      removeEventListener("message", onMessage);
      frame.remove();
      settle();
    };
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.contentWindow || !isRecord(data)) return;
      const { answer, failure } = data;
      finish(() => (failure === undefined ? resolve(answer) : reject(new Error(String(failure)))));
    };
    const timer = setTimeout(
      () => finish(() => reject(new Error("the map service is silent"))),
      mapsTimeoutMs,
    );
    addEventListener("message", onMessage);
    document.body.append(frame);
  });
}
