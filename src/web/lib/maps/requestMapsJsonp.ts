import { mapsTimeoutMs } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

/** Requesting document, the only one whose policy lets the map service's scripts run. */
const jsonpFrameUrl = "/locate.html";

/**
 * Requests the map service by a script (JSONP: it allows no other way), 10 s at most. The script runs in a
 * hidden frame without an origin, isolated from the app and its storage; the frame is removed afterwards.
 * Rejects when the script fails, does not respond, or is no script. The response is not validated.
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
