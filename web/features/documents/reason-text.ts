/** The lines of the text, trimmed. */
export function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim())
}

/** Adds a reason as a separate line, or removes it; other typed text is kept. */
export function toggleReason(text: string, reason: string): string {
  if (!linesOf(text).includes(reason)) return text.trim() === '' ? reason : `${text.trimEnd()}\n${reason}`
  return text
    .split('\n')
    .filter((line) => line.trim() !== reason)
    .join('\n')
    .trim()
}
