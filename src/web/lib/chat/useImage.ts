import { type RefObject, useCallback, useEffect, useState } from "react";
import { isAbortError } from "../api/ApiError.ts";
import { logError } from "../logError.ts";

/** Fetches the bytes of a picture that needs a token. */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<Blob>;

interface LoadedImage {
  /** An address an image can show; null until it is there. */
  readonly src: string | null;
  readonly hasFailed: boolean;
  retry(): void;
}

/** How far from the screen a picture is fetched. */
const rootMargin = "400px";

/** A picture of a message: the one on this device when there is one, else fetched when its place comes near. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is the occasion, though its number is not read
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

/** Whether an element has come near the screen, once and for all. */
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
