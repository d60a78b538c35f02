import type { SdkAnswer, SdkCallName, SdkPort } from "./SdkPort.ts";

type Callbacks = Parameters<SdkPort["getLocation"]>[0];
type Verdict = string | null;

/** Stands in for weixin-js-sdk in unit tests: it keeps the oddities of the real one that the code has to bear. */
export class FakeSdk implements SdkPort {
  readonly miniProgram = { navigateTo: () => undefined };
  /** Verdicts of the coming configs: null agrees, a text refuses, undefined (none left) stays silent. */
  readonly verdicts: Verdict[];
  readonly configs: Parameters<SdkPort["config"]>[0][] = [];
  readonly calls: [SdkCallName, Record<string, unknown>][] = [];
  /** What each call answers; without one it stays silent. */
  readonly answers: Partial<Record<SdkCallName, (callbacks: Callbacks) => void>> = {};
  private fail: ((answer: SdkAnswer) => void) | null = null;
  private waiting: (() => void)[] = [];
  private hasState = false;

  constructor(...verdicts: Verdict[]) {
    this.verdicts = verdicts;
  }

  config(settings: Parameters<SdkPort["config"]>[0]): void {
    this.configs.push({ ...settings, jsApiList: [...settings.jsApiList] });
    settings.jsApiList[0] = "geoLocation";
    const verdict = this.verdicts.shift();
    if (verdict === undefined) return;
    this.hasState = true;
    if (verdict !== null) this.fail?.({ errMsg: verdict });
    for (const done of this.waiting.splice(0)) done();
  }

  ready(done: () => void): void {
    if (this.hasState) done();
    else this.waiting.push(done);
  }

  error(fail: (answer: SdkAnswer) => void): void {
    this.fail = fail;
  }

  getLocation = (params: Callbacks) => this.note("getLocation", params);
  openLocation = (params: Callbacks) => this.note("openLocation", params);
  updateAppMessageShareData = (params: Callbacks) => this.note("updateAppMessageShareData", params);
  updateTimelineShareData = (params: Callbacks) => this.note("updateTimelineShareData", params);
  scanQRCode = (params: Callbacks) => this.note("scanQRCode", params);

  private note(name: SdkCallName, params: Callbacks): void {
    const { success: _s, fail: _f, cancel: _c, ...rest } = params;
    this.calls.push([name, rest]);
    this.answers[name]?.(params);
  }
}
