/** Reads a sentence aloud if the browser can; it is for staff at the counter, so failures are ignored. */
export function announce(sentence: string): void {
  if (!("speechSynthesis" in window)) return;
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = "zh-CN";
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(utterance);
}
