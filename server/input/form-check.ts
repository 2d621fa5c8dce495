import { readToken, signToken } from '#server/platform/crypto/token.ts'

const PURPOSE = 'form'
const DAY_MS = 86_400_000
/** As long as a draft is kept, so that a form left open for weeks is not suspect. */
const LIFE_MS = 30 * DAY_MS
/** A person needs longer to read and send a form, even one that the browser fills in. */
const FASTEST_MS = 2000

interface Clock {
  secret: string
  now: Date
}

/** When a form was opened, signed; the form sends it back. */
export function signFormTime({ secret, now }: Clock): string {
  return signToken(secret, { purpose: PURPOSE, id: now.getTime() }, new Date(now.getTime() + LIFE_MS))
}

/** Why a form may have been sent by a program; null where nothing suggests it. Such a form is kept for review, not refused. */
export function formSuspicion(
  { formCheck, formTime }: { formCheck?: string | undefined; formTime?: string | undefined },
  { secret, now }: Clock,
): string | null {
  if (formCheck) return 'May have been sent by a program: a hidden field of the form was filled in.'
  const openedAt = formTime ? readToken(secret, PURPOSE, formTime, now) : null
  if (openedAt === null) return 'May have been sent by a program: it did not come from the form on our page.'
  return now.getTime() - openedAt < FASTEST_MS
    ? 'May have been sent by a program: it was sent within two seconds of opening the form.'
    : null
}
