import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { WechatWait } from "../features/user/WechatWait.tsx";
import { messages } from "../messages.ts";
import { wechatStore } from "../stores/WechatStore.ts";
import { useStore } from "../useStores.ts";

let hasArrived = false;

/** `/wechat-callback`: takes in what WeChat's page came back with, and goes on to where the customer wanted to go. */
export function WechatCallbackPage() {
  const wechat = useStore(wechatStore);
  const [query] = useSearchParams();
  useEffect(() => {
    // One document is one return; development mounts every page twice.
    if (hasArrived) return;
    hasArrived = true;
    void wechat.arrive(query);
  }, [wechat, query]);
  return <WechatWait text={messages.auth.wechatFinishing} />;
}
