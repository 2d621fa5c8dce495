import { type Answer, createPushedAnswers, type ToldAnswers } from './pushed-answers.ts'

/** After a change of one's own every read is asked anew for so long: another process may have made it. */
const OWN_CHANGE_MS = 2_000

/** A message that took so much longer than the quickest of its stream was held up on the way. */
const LATE_MS = 1_000

const pushed = createPushedAnswers()
let leastLag = Number.POSITIVE_INFINITY
let stream: string | null = null
let changedAt = Number.NEGATIVE_INFINITY

/** Notes by which stream this page hears of changes; null: by none. */
export function heardFrom(name: string | null): void {
  stream = name
  leastLag = Number.POSITIVE_INFINITY
  pushed.forget()
}

export function noteOwnChange(): void {
  changedAt = performance.now()
  pushed.forget()
}

/** Anything on screen may have changed unannounced. */
export function noteMissed(): void {
  pushed.forget()
}

/**
 * Keeps the answers that came with a change.
 * @param at milliseconds of the server's own clock, when the change was told
 */
export function noteChange(answers: ToldAnswers, at: number): void {
  const lag = performance.now() - at
  leastLag = Math.min(leastLag, lag)
  // the next 'unchanged' would refer to an answer that was dropped here
  if (mayShare() && lag - leastLag <= LATE_MS) pushed.note(answers)
  else pushed.forget()
}

/** The answer that came with a change a moment ago; null: the server has to be asked. */
export const takePushed = (url: string): Answer | null => (mayShare() ? pushed.take(url) : null)

/** The header by which a read may be answered with what was worked out for others, and the stream bring the next answers. */
export function liveHeader(): Record<string, string> {
  return stream !== null && mayShare() ? { 'X-Live': stream } : {}
}

const mayShare = (): boolean => performance.now() - changedAt > OWN_CHANGE_MS
