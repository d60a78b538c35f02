import { BridgeError } from "./Bridge.ts";
import { signable } from "./landing.ts";
import { type SdkAnswer, type SdkCallName, type SdkPort, sdkCalls } from "./SdkPort.ts";
import { pause, within } from "./within.ts";

const configMs = 5_000;
const settleMs = 500;

/** What the server answers for an address: the right to use the SDK there. */
export interface Signature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

export interface SdkSessionParts {
  /** The SDK, once WeChat's own side is there. */
  loadSdk(): Promise<SdkPort>;
  sign(url: string): Promise<Signature>;
  currentUrl(): string;
  /** The address the document was loaded from. */
  landingUrl: string;
  /** Whether WeChat checks the landing address on this platform (iOS) instead of the current one. */
  signsLandingUrl: boolean;
}

/** How many refused signatures end the matter for a document: the first one and the one retry. */
const refusalsMax = 2;

/**
 * The SDK with its permission: asks for a signature when a call is first made on a page, and once more, fresh and for
 * the other address, when WeChat refuses it. Two refusals hold for the document: a third one would be no different, and
 * every page would wait for it.
 */
export class SdkSession {
  private readonly parts: SdkSessionParts;
  private current: { url: string; sdk: Promise<SdkPort> } | null = null;
  private hasConfigured = false;
  /** Refusals of signatures since a call last went through, also those that came after the wait for them. */
  private refusals: BridgeError[] = [];
  /** Calls that were refused with a signature that WeChat had just taken, by name and address. */
  private readonly refusedCalls = new Map<string, BridgeError>();

  constructor(parts: SdkSessionParts) {
    this.parts = parts;
  }

  /** Makes a call and gives its answer; a BridgeError after `waitMs` of silence, counted anew for each step on the way. */
  async call(name: SdkCallName, params: Record<string, unknown>, waitMs: number): Promise<SdkAnswer> {
    const place = this.placeOf(name);
    this.assertAllowed(place);
    try {
      return await this.attempt(name, params, waitMs);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.assertAllowed(place);
      // From the second config of a document on, the SDK says "ready" before WeChat has agreed; the call tells.
      this.current = null;
      await pause(settleMs);
      return await this.attemptLast(place, name, params, waitMs);
    }
  }

  private async attemptLast(
    place: string,
    name: SdkCallName,
    params: Record<string, unknown>,
    waitMs: number,
  ): Promise<SdkAnswer> {
    try {
      return await this.attempt(name, params, waitMs);
    } catch (error) {
      if (isRefusal(error) && place === this.placeOf(name)) this.refusedCalls.set(place, error);
      throw error;
    }
  }

  /** @throws BridgeError the refusal that holds already */
  private assertAllowed(place: string): void {
    const last = this.refusals[refusalsMax - 1] ?? this.refusedCalls.get(place);
    if (last !== undefined) throw last;
  }

  private async attempt(
    name: SdkCallName,
    params: Record<string, unknown>,
    waitMs: number,
  ): Promise<SdkAnswer> {
    const sdk = await this.ready();
    const answer = new Promise<SdkAnswer>((resolve, reject) => {
      sdk[name]({
        ...params,
        success: resolve,
        fail: (reply) => reject(failureOf(name, reply)),
        cancel: () => reject(new BridgeError("cancelled", `${name} was given up`)),
      });
    });
    const given = await within(waitMs, name, answer);
    this.refusals = [];
    return given;
  }

  private ready(): Promise<SdkPort> {
    const url = this.urlToSign();
    if (this.current?.url === url) return this.current.sdk;
    const sdk = this.configure(url);
    const current = { url, sdk };
    this.current = current;
    // The next call may try again.
    sdk.catch(() => {
      if (this.current === current) this.current = null;
    });
    return sdk;
  }

  private placeOf(name: SdkCallName): string {
    return `${name} ${this.urlToSign()}`;
  }

  private urlToSign(): string {
    const { landingUrl, signsLandingUrl, currentUrl } = this.parts;
    return signable(signsLandingUrl && landingUrl !== "" ? landingUrl : currentUrl());
  }

  private async configure(url: string): Promise<SdkPort> {
    try {
      return await this.configureOnce(url);
    } catch (error) {
      if (!(error instanceof BridgeError) || error.reason === "silent") throw error;
      if (this.refusals.length >= refusalsMax) throw error;
      return this.configureOnce(this.otherUrl(url));
    }
  }

  /** The rule which address counts has changed before: the second try takes the other one. */
  private otherUrl(url: string): string {
    const others = [this.parts.currentUrl(), this.parts.landingUrl].map(signable);
    return others.find((other) => other !== "" && other !== url) ?? url;
  }

  private async configureOnce(url: string): Promise<SdkPort> {
    const signedFor = this.urlToSign();
    const [sdk, { appId, timestamp, nonceStr, signature }] = await Promise.all([
      this.parts.loadSdk(),
      this.parts.sign(url),
    ]);
    const isFirst = !this.hasConfigured;
    this.hasConfigured = true;
    const verdict = new Promise<void>((resolve, reject) => {
      // A failure calls `error` and then `ready` too, so the order of these two lines matters.
      sdk.error((reply) => {
        const failure = failureOf("config", reply);
        // A page that was left meanwhile says nothing about the next one.
        if (signedFor === this.urlToSign()) this.refusals.push(failure);
        reject(failure);
      });
      if (isFirst) sdk.ready(resolve);
      else void pause(settleMs).then(resolve);
    });
    // The SDK rewrites the list in place.
    sdk.config({ appId, timestamp, nonceStr, signature, jsApiList: [...sdkCalls] });
    await within(configMs, "config", verdict);
    return sdk;
  }
}

function isRefusal(error: unknown): error is BridgeError {
  return error instanceof BridgeError && error.reason === "refused";
}

/** Sorts a refusal by its text; WeChat words it in several ways. */
function failureOf(name: string, { errMsg = "" }: SdkAnswer): BridgeError {
  const text = `${name}: ${errMsg}`;
  if (/function.not.exist|not support/i.test(errMsg)) return new BridgeError("unsupported", text);
  // The phone does not let WeChat do it; a fresh signature would only ask the customer once more.
  if (/auth.?den|user.den/i.test(errMsg)) return new BridgeError("denied", text);
  const isRefused = /permission|access denied|offline verifying|invalid signature|63002/i.test(errMsg);
  return new BridgeError(isRefused ? "refused" : "failed", text);
}
