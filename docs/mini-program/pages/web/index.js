const { origin } = require("../../config.js");

/** Shows the ordering pages; opened with the link of a scanned table (`q`) or a shared page (`url`). */
Page({
  data: { url: "" },

  onLoad({ q = "", url = "" }) {
    const link = decodeURIComponent(q || url);
    this.setData({ url: link.startsWith(`${origin}/`) ? link : `${origin}/` });
  },

  /** Passes on menus; other pages belong to the customer, and become the home page. */
  onShareAppMessage({ webViewUrl = "" }) {
    const url = webViewUrl.startsWith(`${origin}/menu?`) ? webViewUrl : `${origin}/`;
    return { title: "点餐", path: `/pages/web/index?url=${encodeURIComponent(url)}` };
  },
});
