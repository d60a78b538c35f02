/** An error response with WeChat's errcode. */
export class OpenError extends Error {
  readonly errcode: number;

  constructor(errcode: number, errmsg: string) {
    super(errmsg);
    this.errcode = errcode;
  }
}
