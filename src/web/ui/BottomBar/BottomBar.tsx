import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { ActionBar } from "react-vant/es/action-bar/index.js";
import "react-vant/es/action-bar/style/index.css";
import styles from "./BottomBar.module.css";

/** react-vant's ActionBar at the bottom of a page, with the space that it takes; hidden by an open keyboard. */
export function BottomBar({ children }: { children: ReactNode }) {
  const spaceRef = useRef<HTMLDivElement>(null);
  const controlsRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controls = controlsRef.current;
    if (controls === null) return;
    const onResize = () => {
      // Without a height the bar is hidden by the keyboard.
      const { offsetHeight } = controls;
      if (offsetHeight > 0) spaceRef.current?.style.setProperty("--controls-height", `${offsetHeight}px`);
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(controls);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={spaceRef} className={styles.space} />
      <ActionBar className={styles.bar ?? ""}>
        <Controls controlsRef={controlsRef}>{children}</Controls>
      </ActionBar>
    </>
  );
}

/** Takes what ActionBar gives to each child, which no element should carry. */
function Controls({
  children,
  controlsRef,
}: {
  children: ReactNode;
  controlsRef: RefObject<HTMLDivElement>;
}) {
  return (
    <div ref={controlsRef} className={styles.controls}>
      {children}
    </div>
  );
}
