import { iconPath } from "#contract/chain-settings/brand.ts";
/** Loading screen on the way to WeChat's page and back; the same as while the app itself loads. */
export function WechatLoading({ text }: { text: string }) {
  return (
    <main>
      <div className="boot" role="status">
        <img src={iconPath} alt="" width={64} height={64} />
        <p style={{ marginTop: 12 }}>{text}</p>
      </div>
    </main>
  );
}
