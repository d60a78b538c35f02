import { html } from "./shared/html.ts";
import { renderPage } from "./shared/renderPage.ts";

/** Renders the sandbox's front page: the simulated services and links to their pages. */
export function renderIndexPage(wechatUrl: string): string {
  return renderPage({
    title: "首页",
    body: html`<h1>食单沙箱</h1>
<p>这里模拟食单所依赖的外部系统，仅供开发和演示使用：不会发送真实短信，也不会产生真实扣款。</p>
<div class="card"><h2 style="margin-top:0"><a class="bad" href="/sms">短信收件箱</a></h2>
<p class="soft">查看刚刚“发送”的验证码短信。</p></div>
<div class="card"><h2 style="margin-top:0"><a class="bad" href="/pay">微信支付</a></h2>
<p class="soft">查看订单与退款，模拟通知变慢、丢失、重复，以及接口故障。</p></div>
<div class="card"><h2 style="margin-top:0"><a class="bad" href="${wechatUrl}/">微信内的食单</a></h2>
<p class="soft">像在微信里一样打开：登录、定位、支付、分享。<a href="${wechatUrl}/__wechat">控制面板</a>可切换客户端、用户和各种失败。</p></div>
<div class="card"><h2 style="margin-top:0"><a class="bad" href="/kitchen">后厨</a></h2>
<p class="soft">扮演门店员工，让付款后的订单自动走完；可以随时关闭，改在订单看板上自己处理。</p></div>
<div class="card"><h2 style="margin-top:0">地图服务</h2>
<p class="soft">地点搜索与逆地理编码（<code>/amap/v3/place/text</code>、<code>/amap/v3/geocode/regeo</code>），含八个城市的地点。</p></div>
<div class="card"><h2 style="margin-top:0">对象存储</h2>
<p class="soft">兼容 S3 的图片存储（<code>/s3</code>）。默认不使用：图片保存在服务器磁盘上，设置 <code>S3_…</code> 后改存这里。</p></div>`,
  });
}
