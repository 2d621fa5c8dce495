/** The reasons that stand in the text, a line each. */
export function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim())
}

/** Adds a reason as a line of its own, or takes it out again; what was typed beside it stays. */
export function toggleReason(text: string, reason: string): string {
  if (!linesOf(text).includes(reason)) return text.trim() === '' ? reason : `${text.trimEnd()}\n${reason}`
  return text
    .split('\n')
    .filter((line) => line.trim() !== reason)
    .join('\n')
    .trim()
}
