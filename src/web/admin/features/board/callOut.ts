/** Says something aloud where the browser can; who stands at the counter hears it, nobody else needs it. */
export function callOut(sentence: string): void {
  if (!("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(sentence);
  words.lang = "zh-CN";
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(words);
}
