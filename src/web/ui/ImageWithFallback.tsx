import { type ImgHTMLAttributes, type ReactNode, useCallback, useState } from "react";

type ImageAttributes = Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "alt" | "onError">;

interface ImageWithFallbackProps extends ImageAttributes {
  src: string;
  alt: string;
  /** Stands in its place when it cannot be fetched or decoded. */
  fallback: ReactNode;
}

/**
 * An image that never leaves the browser's sign for a broken one: what it shows instead stands there until another
 * address is given. It also notices a failure from before the page's code was there.
 */
export function ImageWithFallback({ src, alt, fallback, ...attributes }: ImageWithFallbackProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const markBroken = useCallback(() => setBrokenSrc(src), [src]);
  const checkLoaded = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete !== true || image.naturalWidth > 0) return;
      // One that waits to be fetched may look like this too in some engines: only decoding tells.
      if ("decode" in image) image.decode().catch(markBroken);
    },
    [markBroken],
  );
  if (brokenSrc === src) return fallback;
  return <img {...attributes} ref={checkLoaded} src={src} alt={alt} onError={markBroken} />;
}
