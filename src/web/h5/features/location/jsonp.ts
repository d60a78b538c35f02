import { mapsTimeoutMs } from "#contract/constants.ts";

type Receiver = Window & Record<string, unknown>;

/**
 * Asks a foreign host through a script (it allows no cross-origin fetch), 10 s at most.
 * The callback name is fixed, so a policy can pin it; therefore one call of a name at a time.
 * Script and callback are gone afterwards. Rejects when the script fails, is silent, or is no script.
 */
export function jsonp(url: string, callbackName: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const receiver = window as unknown as Receiver;
    const script = document.createElement("script");
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      script.remove();
      delete receiver[callbackName];
      settle();
    };
    const timer = setTimeout(
      () => finish(() => reject(new Error("the map service is silent"))),
      mapsTimeoutMs,
    );
    receiver[callbackName] = (answer: unknown) => finish(() => resolve(answer));
    script.onerror = () => finish(() => reject(new Error("the map service cannot be reached")));
    // A script that loads without calling back (an error page, for example) would otherwise cost the full ten seconds.
    script.onload = () => {
      if (callbackName in receiver)
        finish(() => reject(new Error("the map service did not answer the question")));
    };
    script.src = `${url}&callback=${callbackName}`;
    document.head.append(script);
  });
}
