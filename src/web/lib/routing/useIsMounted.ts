import { useEffect, useState } from "react";

/** Returns false in the first rendering, which on a server-rendered page is the server's, and true from then on. */
export function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted;
}
