import { type ImgHTMLAttributes, type ReactNode, useCallback, useState } from "react";

type ImageAttributes = Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "alt" | "onError">;

interface ImageWithFallbackProps extends ImageAttributes {
  src: string;
  alt: string;
  /** Shown in its place if it cannot be fetched or decoded. */
  fallback: ReactNode;
}

/**
 * Image that never shows the browser's broken-image sign: the fallback stays until the URL changes. It also
 * detects a failure from before the page's code was loaded.
 */
export function ImageWithFallback({ src, alt, fallback, ...attributes }: ImageWithFallbackProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const markBroken = useCallback(() => setBrokenSrc(src), [src]);
  const checkLoaded = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete !== true || image.naturalWidth > 0) return;
      // A pending image may look like this too in some engines: only decoding shows the difference.
      if ("decode" in image) image.decode().catch(markBroken);
    },
    [markBroken],
  );
  if (brokenSrc === src) return fallback;
  return <img {...attributes} ref={checkLoaded} src={src} alt={alt} onError={markBroken} />;
}
