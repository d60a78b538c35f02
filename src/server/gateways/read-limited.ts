/** Reads a response's body as text of at most `maxLength` characters: a provider's response is untrusted input. */
export async function readLimited(response: Response, maxLength: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxLength) throw new Error("answer too large");
  }
  return text;
}
