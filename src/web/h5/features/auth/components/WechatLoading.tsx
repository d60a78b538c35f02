/** What is shown while WeChat's page is on its way, there or back: the same as while the app itself comes. */
export function WechatLoading({ text }: { text: string }) {
  return (
    <main>
      <div className="boot" role="status">
        <img src="/favicon.svg" alt="" width={64} height={64} />
        <p style={{ marginTop: 12 }}>{text}</p>
      </div>
    </main>
  );
}
