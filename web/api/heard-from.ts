import { type Answer, createPushedAnswers, type ToldAnswers } from './pushed-answers.ts'

/** After a change of one's own every read is asked anew for so long: another process may have made it. */
const OWN_CHANGE_MS = 2_000

const pushed = createPushedAnswers()
let stream: string | null = null
let changedAt = Number.NEGATIVE_INFINITY

/** Notes by which stream this page hears of changes; null: by none. */
export function heardFrom(name: string | null): void {
  stream = name
  pushed.forget()
}

export function noteOwnChange(): void {
  changedAt = performance.now()
  pushed.forget()
}

/** Whatever is shown may have changed without a word about it. */
export function noteMissed(): void {
  pushed.forget()
}

/** Keeps the answers that came with a change. */
export function notePushed(answers: ToldAnswers): void {
  if (mayShare()) pushed.note(answers)
}

/** The answer that came with a change a moment ago; null: the server has to be asked. */
export const takePushed = (url: string): Answer | null => (mayShare() ? pushed.take(url) : null)

/** The header by which a read may be answered with what was worked out for others, and the stream bring the next answers. */
export function liveHeader(): Record<string, string> {
  return stream !== null && mayShare() ? { 'X-Live': stream } : {}
}

const mayShare = (): boolean => performance.now() - changedAt > OWN_CHANGE_MS
