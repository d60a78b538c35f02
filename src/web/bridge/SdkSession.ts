import { BridgeError } from "./Bridge.ts";
import { stripHash } from "./entryUrl.ts";
import { type SdkMethodName, type SdkPort, type SdkResult, sdkMethods } from "./SdkPort.ts";
import { delay, withTimeout } from "./withTimeout.ts";

const configTimeoutMs = 5_000;
const settleDelayMs = 500;

/** Signature from the server that permits using the SDK at a URL. */
export interface SdkSignature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

export interface SdkSessionOptions {
  /** Loads the SDK, once WeChat's own object is available. */
  loadSdk(): Promise<SdkPort>;
  sign(url: string): Promise<SdkSignature>;
  currentUrl(): string;
  /** URL from which the document was loaded. */
  entryUrl: string;
  /** Whether WeChat checks the landing URL on this platform (iOS) instead of the current one. */
  signsEntryUrl: boolean;
}

/** Maximum refused signatures per document: the first one and the one retry. */
const maxRefusals = 2;

/**
 * SDK with its permission: requests a signature at the first call on a page, and once more, fresh and for the
 * other URL, if WeChat refuses it. Two refusals apply to the document: a third one would be no different, and
 * every page would wait for it.
 */
export class SdkSession {
  private readonly options: SdkSessionOptions;
  private current: { url: string; sdk: Promise<SdkPort> } | null = null;
  private hasConfigured = false;
  /** Refusals of signatures since the last successful call, including those that came after their timeout. */
  private refusals: BridgeError[] = [];
  /** Calls refused with a signature that WeChat had just accepted, by name and URL. */
  private readonly refusedCalls = new Map<string, BridgeError>();

  constructor(options: SdkSessionOptions) {
    this.options = options;
  }

  /**
   * Makes a call and returns its result. Throws BridgeError after `waitMs` of silence, counted anew for each
   * step.
   */
  async call(name: SdkMethodName, params: Record<string, unknown>, waitMs: number): Promise<SdkResult> {
    const callKey = this.toCallKey(name);
    this.assertAllowed(callKey);
    try {
      return await this.attempt(name, params, waitMs);
    } catch (error) {
      if (!isRefused(error)) throw error;
      this.assertAllowed(callKey);
      // From the second config of a document on, the SDK says "ready" before WeChat has agreed; only the call
      // shows it.
      this.current = null;
      await delay(settleDelayMs);
      return await this.retryOnce(callKey, name, params, waitMs);
    }
  }

  private async retryOnce(
    callKey: string,
    name: SdkMethodName,
    params: Record<string, unknown>,
    waitMs: number,
  ): Promise<SdkResult> {
    try {
      return await this.attempt(name, params, waitMs);
    } catch (error) {
      if (isRefused(error) && callKey === this.toCallKey(name)) this.refusedCalls.set(callKey, error);
      throw error;
    }
  }

  /** @throws BridgeError with the refusal that already applies */
  private assertAllowed(callKey: string): void {
    const last = this.refusals[maxRefusals - 1] ?? this.refusedCalls.get(callKey);
    if (last !== undefined) throw last;
  }

  private async attempt(
    name: SdkMethodName,
    params: Record<string, unknown>,
    waitMs: number,
  ): Promise<SdkResult> {
    const sdk = await this.ready();
    const response = new Promise<SdkResult>((resolve, reject) => {
      sdk[name]({
        ...params,
        success: resolve,
        fail: (result) => reject(toBridgeError(name, result)),
        cancel: () => reject(new BridgeError("cancelled", `${name} was given up`)),
      });
    });
    const result = await withTimeout(waitMs, name, response);
    this.refusals = [];
    return result;
  }

  private ready(): Promise<SdkPort> {
    const url = this.urlToSign();
    if (this.current?.url === url) return this.current.sdk;
    const sdk = this.configure(url);
    const current = { url, sdk };
    this.current = current;
    // Allows the next call to try again.
    sdk.catch(() => {
      if (this.current === current) this.current = null;
    });
    return sdk;
  }

  private toCallKey(name: SdkMethodName): string {
    return `${name} ${this.urlToSign()}`;
  }

  private urlToSign(): string {
    const { entryUrl, signsEntryUrl, currentUrl } = this.options;
    return stripHash(signsEntryUrl && entryUrl !== "" ? entryUrl : currentUrl());
  }

  private async configure(url: string): Promise<SdkPort> {
    try {
      return await this.configureOnce(url);
    } catch (error) {
      if (!(error instanceof BridgeError) || error.reason === "silent") throw error;
      if (this.refusals.length >= maxRefusals) throw error;
      return this.configureOnce(this.alternateUrl(url));
    }
  }

  /** The rule for which URL counts has changed before: the second try uses the other one. */
  private alternateUrl(url: string): string {
    const candidates = [this.options.currentUrl(), this.options.entryUrl].map(stripHash);
    return candidates.find((candidate) => candidate !== "" && candidate !== url) ?? url;
  }

  private async configureOnce(url: string): Promise<SdkPort> {
    const signedFor = this.urlToSign();
    const [sdk, { appId, timestamp, nonceStr, signature }] = await Promise.all([
      this.options.loadSdk(),
      this.options.sign(url),
    ]);
    const isFirst = !this.hasConfigured;
    this.hasConfigured = true;
    const configured = new Promise<void>((resolve, reject) => {
      // A failure calls `error` and then `ready` too, so the order of these two lines matters.
      sdk.error((result) => {
        const failure = toBridgeError("config", result);
        // A failure of a page that was left meanwhile does not affect the next one.
        if (signedFor === this.urlToSign()) this.refusals.push(failure);
        reject(failure);
      });
      if (isFirst) sdk.ready(resolve);
      else void delay(settleDelayMs).then(resolve);
    });
    // The SDK rewrites the list in place.
    sdk.config({ appId, timestamp, nonceStr, signature, jsApiList: [...sdkMethods] });
    await withTimeout(configTimeoutMs, "config", configured);
    return sdk;
  }
}

function isRefused(error: unknown): error is BridgeError {
  return error instanceof BridgeError && error.reason === "refused";
}

/** Maps a refusal by its text; WeChat has several wordings. */
function toBridgeError(name: string, { errMsg = "" }: SdkResult): BridgeError {
  const text = `${name}: ${errMsg}`;
  if (/function.not.exist|not support/i.test(errMsg)) return new BridgeError("unsupported", text);
  // The phone denies WeChat the permission; a fresh signature would only prompt the customer once more.
  if (/auth.?den|user.den/i.test(errMsg)) return new BridgeError("denied", text);
  const isRefused = /permission|access denied|offline verifying|invalid signature|63002/i.test(errMsg);
  return new BridgeError(isRefused ? "refused" : "failed", text);
}
