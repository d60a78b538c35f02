import { type Html, html, raw } from "./html.ts";

const STYLE = `
:root{--accent:#E5432D;--accent-dark:#BC2F1C;--ink:#1F1B16;--soft:#6B635A;--paper:#FFF9F2;--line:#EFE7DC;--leaf:#2F8F5B}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 -apple-system,"PingFang SC","Microsoft YaHei",sans-serif;-webkit-text-size-adjust:100%}
main{max-width:880px;margin:0 auto;padding:20px 16px 48px}
main.narrow{max-width:440px}
header{background:#fff;border-bottom:1px solid var(--line)}
header nav{max-width:880px;margin:0 auto;padding:12px 16px;display:flex;gap:20px;align-items:baseline}
header a{color:var(--soft);text-decoration:none}
header b a{color:var(--accent-dark)}
h1{font-size:22px;margin:4px 0 16px}
h2{font-size:17px;margin:28px 0 10px}
p{margin:6px 0}
.soft{color:var(--soft);font-size:14px}
.card{background:#fff;border:1px solid var(--line);border-radius:14px;padding:16px;margin:12px 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:8px 10px;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--soft);font-weight:500}
code,.mono{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px}
input,select{font:inherit;padding:8px 10px;border:1px solid var(--line);border-radius:10px;background:#fff;color:var(--ink);max-width:100%}
label{display:inline-flex;flex-direction:column;gap:2px;font-size:14px;color:var(--soft)}
.fields{display:flex;flex-wrap:wrap;gap:12px 16px;align-items:end}
button,.button{font:inherit;min-height:44px;padding:8px 18px;border-radius:22px;border:1px solid var(--line);background:#fff;color:var(--ink);cursor:pointer;text-decoration:none;display:inline-block;text-align:center}
button.main,.button.main{background:var(--accent);border-color:var(--accent);color:#fff;font-size:19px;font-weight:700}
.wide form,.wide button,.wide .button{display:block;width:100%}
.wide form,.wide .button{margin:10px 0 0}
.centre{text-align:center}
.amount{font-size:40px;font-weight:700;margin:6px 0 2px}
.code{font-size:20px;font-weight:700;color:var(--accent-dark);letter-spacing:2px}
.good{color:var(--leaf)}
.bad{color:var(--accent-dark)}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:0;font-size:15px}
dt{color:var(--soft)}
dd{margin:0;text-align:right;word-break:break-all}
`;

const NAVIGATION = html`<header><nav><b><a href="/">食单沙箱</a></b><a href="/sms">短信</a><a href="/pay">支付</a></nav></header>`;

/** Content of a sandbox page. */
export type PageOptions = { title: string; body: Html; narrow?: boolean; head?: Html };

/**
 * Renders a whole HTML document in the sandbox's style; a narrow one stands alone, a wide one links to the
 * sections.
 */
export function renderPage({ title, body, narrow = false, head = html`` }: PageOptions): string {
  return html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light only">
<link rel="icon" href="data:,">
<title>${title} · 食单沙箱</title>
<style>${raw(STYLE)}</style>
${head}
</head>
<body>
${narrow ? html`` : NAVIGATION}
<main class="${narrow ? "narrow" : "full"}">${body}</main>
</body>
</html>`.html;
}
