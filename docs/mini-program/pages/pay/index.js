const { origin } = require("../../config.js");

/** Calls a method of `wx` and resolves with its result, or rejects with its failure. */
function call(method, options) {
  return new Promise((success, fail) => method({ ...options, success, fail }));
}

/** Pays the order of a ticket, and returns to the page, which asks its server what was paid. */
Page({
  data: { text: "", canRetry: false },

  onLoad({ ticket = "" }) {
    this.ticket = ticket;
    this.pay();
  },

  async pay() {
    this.setData({ text: "正在打开支付…", canRetry: false });
    try {
      const payment = await this.startPayment();
      // Without one nothing is left to pay.
      if (payment !== null) await call(wx.requestPayment, payment);
      this.goBack();
    } catch (error) {
      const isCancelled = /cancel/.test(error.errMsg || "");
      const text = error.message || (isCancelled ? "支付已取消" : "支付没有完成，请重试");
      this.setData({ text, canRetry: true });
    }
  },

  /** Returns the parameters of the payment, or null; rejects with a message for the customer. */
  async startPayment() {
    const { code } = await call(wx.login, {});
    const { statusCode, data } = await call(wx.request, {
      url: `${origin}/api/v1/wechat/mini-program/pay`,
      method: "POST",
      data: { ticket: this.ticket, code },
    });
    // Between the server and WeChat others may answer, with no sentence for the customer.
    const answer = typeof data === "object" && data !== null ? data : {};
    if (statusCode !== 200 || !answer.data) throw new Error(answer.msg || "支付没有完成，请重试");
    return answer.data.payment;
  },

  goBack() {
    wx.navigateBack();
  },
});
