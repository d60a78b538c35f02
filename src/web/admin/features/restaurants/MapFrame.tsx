import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { mapsTimeoutMs } from "#contract/constants.ts";
import type { MapScript } from "#contract/staff/restaurant-admin/schema.ts";
import styles from "./MapFrame.module.css";
import { type AreaFields, type MapArea, parseMapMessage } from "./mapArea.ts";
import { restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.map;

interface MapFrameProps {
  script: MapScript;
  area: MapArea;
  /** Increased to show the whole area. */
  fitCount: number;
  onChange: (changes: Partial<AreaFields>) => void;
  /** Called when the map is not there after ten seconds. */
  onFail: () => void;
}

/** Map with a pin and the delivery area, which are dragged. Its script runs in a frame without an origin. */
export function MapFrame({ script, area, fitCount, onChange, onFail }: MapFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [status, setStatus] = useState<"loading" | "ready" | "drawn">("loading");
  const handlers = useRef({ onChange, onFail });
  handlers.current = { onChange, onFail };
  /** Place that the frame knows: shown there last, or dragged there. */
  const knownPlace = useRef("");
  const fitted = useRef("");

  // The frame has no origin that could be named as the target.
  const post = useRef((message: object) => frame.current?.contentWindow?.postMessage(message, "*"));

  // Before the browser goes on: the frame speaks first, once it is loaded.
  useLayoutEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const message = parseMapMessage(data);
      if (message === null) return;
      if (message.kind === "failed") return handlers.current.onFail();
      if (message.kind !== "changed") return setStatus(message.kind);
      const { lng, lat } = message.changes;
      if (lng !== undefined) knownPlace.current = JSON.stringify([Number(lng), Number(lat)]);
      handlers.current.onChange(message.changes);
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, []);

  useEffect(() => {
    if (status === "ready") post.current({ load: script });
  }, [status, script]);

  const isDrawn = status === "drawn";
  useEffect(() => {
    if (isDrawn) return;
    const timer = setTimeout(() => handlers.current.onFail(), mapsTimeoutMs);
    return () => clearTimeout(timer);
  }, [isDrawn]);

  const shown = JSON.stringify(area);
  useEffect(() => {
    if (!isDrawn) return;
    const { place, radius, polygon } = JSON.parse(shown) as MapArea;
    // A new place, another shape, or the button brings the whole area into view; what is dragged stays where it is.
    const seen = JSON.stringify([polygon !== null, fitCount]);
    const fits = seen !== fitted.current || JSON.stringify(place) !== knownPlace.current;
    knownPlace.current = JSON.stringify(place);
    fitted.current = seen;
    post.current({ show: { place, radius, polygon, fits } });
  }, [isDrawn, shown, fitCount]);

  return (
    <div className={styles.frame}>
      <iframe ref={frame} title={messages.title} src="/map.html" sandbox="allow-scripts" />
      {!isDrawn && (
        <div className={styles.loading} role="status">
          {messages.loading}
        </div>
      )}
    </div>
  );
}
