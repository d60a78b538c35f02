import type { SdkMethodName, SdkPort, SdkResult } from "./SdkPort.ts";

type Callbacks = Parameters<SdkPort["getLocation"]>[0];
type ConfigResult = string | null;

/** Fake weixin-js-sdk for unit tests; reproduces the quirks of the real one that the code must handle. */
export class FakeSdk implements SdkPort {
  readonly miniProgram = { navigateTo: () => undefined };
  /** Results of the coming configs: null succeeds, a text fails, undefined (none left) stays silent. */
  readonly configResults: ConfigResult[];
  readonly configs: Parameters<SdkPort["config"]>[0][] = [];
  readonly calls: [SdkMethodName, Record<string, unknown>][] = [];
  /** Response of each method; without one it stays silent. */
  readonly responses: Partial<Record<SdkMethodName, (callbacks: Callbacks) => void>> = {};
  private fail: ((result: SdkResult) => void) | null = null;
  private readyCallbacks: (() => void)[] = [];
  private isConfigured = false;

  constructor(...configResults: ConfigResult[]) {
    this.configResults = configResults;
  }

  config(settings: Parameters<SdkPort["config"]>[0]): void {
    this.configs.push({ ...settings, jsApiList: [...settings.jsApiList] });
    settings.jsApiList[0] = "geoLocation";
    const configResult = this.configResults.shift();
    if (configResult === undefined) return;
    this.isConfigured = true;
    if (configResult !== null) this.fail?.({ errMsg: configResult });
    for (const callback of this.readyCallbacks.splice(0)) callback();
  }

  ready(callback: () => void): void {
    if (this.isConfigured) callback();
    else this.readyCallbacks.push(callback);
  }

  error(fail: (result: SdkResult) => void): void {
    this.fail = fail;
  }

  getLocation = (params: Callbacks) => this.record("getLocation", params);
  openLocation = (params: Callbacks) => this.record("openLocation", params);
  updateAppMessageShareData = (params: Callbacks) => this.record("updateAppMessageShareData", params);
  updateTimelineShareData = (params: Callbacks) => this.record("updateTimelineShareData", params);
  scanQRCode = (params: Callbacks) => this.record("scanQRCode", params);

  private record(name: SdkMethodName, params: Callbacks): void {
    const { success: _s, fail: _f, cancel: _c, ...rest } = params;
    this.calls.push([name, rest]);
    this.responses[name]?.(params);
  }
}
