import { type RefObject, useCallback, useEffect, useState } from "react";
import { isAbortError } from "../api/ApiError.ts";
import { logError } from "../logError.ts";

/** Fetches the bytes of an image that needs a token. */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<Blob>;

interface LoadedImage {
  /** URL for an image element; null until loaded. */
  readonly src: string | null;
  readonly hasFailed: boolean;
  retry(): void;
}

/** Distance from the screen at which an image is fetched. */
const rootMargin = "400px";

/**
 * Returns the image of a message: the local one if present, else fetched when its element comes near the
 * screen.
 */
export function useImage(
  containerRef: RefObject<HTMLElement | null>,
  url: string | null,
  previewUrl: string | null,
  load: LoadImage,
): LoadedImage {
  const [src, setSrc] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isNear = useIsNearViewport(containerRef);
  const urlToLoad = previewUrl === null && isNear ? url : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry runs the effect without being read
  useEffect(() => {
    if (urlToLoad === null) return;
    const abortController = new AbortController();
    let objectUrl = "";
    load(urlToLoad, abortController.signal)
      .then((blob) => {
        objectUrl = URL.createObjectURL(blob);
        setSrc(objectUrl);
      })
      .catch((error: unknown) => {
        if (isAbortError(error)) return;
        logError("fetching a picture failed", error);
        setHasFailed(true);
      });
    return () => {
      abortController.abort();
      if (objectUrl !== "") URL.revokeObjectURL(objectUrl);
      setSrc(null);
      setHasFailed(false);
    };
  }, [urlToLoad, load, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { src: previewUrl ?? src, hasFailed, retry };
}

/** Returns whether an element has ever come near the screen. */
function useIsNearViewport(containerRef: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = containerRef.current;
    if (element === null || isNear) return;
    const intersectionObserver = new IntersectionObserver(
      (entries) => setIsNear(entries.some((entry) => entry.isIntersecting)),
      {
        rootMargin,
      },
    );
    intersectionObserver.observe(element);
    return () => intersectionObserver.disconnect();
  }, [containerRef, isNear]);
  return isNear;
}
