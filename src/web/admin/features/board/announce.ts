/** Says something aloud where the browser can; who stands at the counter hears it, nobody else needs it. */
export function announce(sentence: string): void {
  if (!("speechSynthesis" in window)) return;
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = "zh-CN";
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(utterance);
}
