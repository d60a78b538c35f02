import { type RefObject, useCallback, useEffect, useState } from "react";
import { isAborted } from "../api/ApiError.ts";
import { logFailure } from "../log.ts";

/** Fetches the bytes of a picture that needs a token. */
export type LoadPicture = (url: string, signal: AbortSignal) => Promise<Blob>;

interface ShownPicture {
  /** An address an image can show; null until it is there. */
  readonly src: string | null;
  readonly hasFailed: boolean;
  retry(): void;
}

/** How far from the screen a picture is fetched. */
const nearby = "400px";

/** A picture of a message: the one on this device when there is one, else fetched when its place comes near. */
export function usePicture(
  place: RefObject<HTMLElement | null>,
  url: string | null,
  previewUrl: string | null,
  load: LoadPicture,
): ShownPicture {
  const [src, setSrc] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const isNear = useNear(place);
  const wanted = previewUrl === null && isNear ? url : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is the occasion, though its number is not read
  useEffect(() => {
    if (wanted === null) return;
    const loading = new AbortController();
    let shown = "";
    load(wanted, loading.signal)
      .then((blob) => {
        shown = URL.createObjectURL(blob);
        setSrc(shown);
      })
      .catch((error: unknown) => {
        if (isAborted(error)) return;
        logFailure("fetching a picture failed", error);
        setHasFailed(true);
      });
    return () => {
      loading.abort();
      if (shown !== "") URL.revokeObjectURL(shown);
      setSrc(null);
      setHasFailed(false);
    };
  }, [wanted, load, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { src: previewUrl ?? src, hasFailed, retry };
}

/** Whether an element has come near the screen, once and for all. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isNear) return;
    const watch = new IntersectionObserver(
      (entries) => setIsNear(entries.some((one) => one.isIntersecting)),
      {
        rootMargin: nearby,
      },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [place, isNear]);
  return isNear;
}
