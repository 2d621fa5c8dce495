import type { Ctx } from '#server/ctx.ts'
import { countRecent } from '#server/modules/messages/recent-messages.views.ts'
import { AppError } from '#server/platform/errors.ts'
import { aheadProblem, messageWait, OWN_MEETING, TOO_MANY_MESSAGES } from './book.rules.ts'
import { countAhead, countUnproven, type Person, startsOf } from './person.store.ts'
import { MEETING_MS } from './slots.rules.ts'
import type { Visitor } from './visitor.ts'

/**
 * Refuses a person who has a meeting at the time or too many ahead. Of a stranger only unproven requests count, so that
 * the response reveals nothing of the named person's diary; the confirmation checks the rest. The caller has locked the
 * person.
 * @throws AppError rule_forbids, conflict, too_many_requests
 */
export async function admit(tx: Ctx, { standing, person, contact }: Visitor, start: Date): Promise<void> {
  if (standing === 'stranger') {
    // this reveals only requests with the same typed address; a broker's number, in contrast, may be guessed
    if (person.brokerId === null) await refuseOverlap(tx, person, { start, which: 'asked' })
    refuseMore(await countUnproven(tx, person))
  } else {
    await refuseOverlap(tx, person, { start, which: 'settled' })
    if (standing === 'known') refuseMore(await countAhead(tx, person))
  }
  if (standing !== 'staff') await refuseFlood(tx, contact)
}

/** @throws AppError rule_forbids */
export function refuseMore(ahead: number): void {
  const problem = aheadProblem(ahead)
  if (problem) throw new AppError('rule_forbids', problem)
}

interface Wanted {
  start: Date
  which: 'settled' | 'asked'
  /** The start of the meeting that is moved. */
  except?: Date
}

/** A person has one meeting at a time. @throws AppError conflict */
export async function refuseOverlap(tx: Ctx, person: Person, wanted: Wanted): Promise<void> {
  const { start, which, except } = wanted
  const to = new Date(start.getTime() + MEETING_MS)
  const own = await startsOf(tx, person, { from: start, to, which })
  if (own.some((other) => other.getTime() !== except?.getTime())) {
    throw new AppError('conflict', OWN_MEETING, { fields: { scheduledDate: OWN_MEETING } })
  }
}

/** Otherwise a visitor could flood an address with our messages. @throws AppError too_many_requests */
export async function refuseFlood(tx: Ctx, contact: string | null): Promise<void> {
  const retryAfter = contact === null ? null : messageWait(await countRecent(tx, contact))
  if (retryAfter !== null) throw new AppError('too_many_requests', TOO_MANY_MESSAGES, { retryAfter })
}
