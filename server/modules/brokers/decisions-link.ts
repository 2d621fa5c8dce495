import type { Ctx } from '#server/ctx.ts'
import { readSubject, signToken } from '#server/platform/crypto/token.ts'
import { knownBroker } from './views.ts'

const OF_BROKER = 'decisions'
const OF_APPLICATION = 'decisions-application'
const DAY_MS = 86_400_000
/** Longer than a contest may be open, so that its answer is read behind the same link. */
const LIFE_DAYS = 180

/** The person named by a link to the page of decisions. */
export type DecisionsOf = { brokerId: number } | { applicationId: number }

/**
 * Path of the page with the decisions about a person. It shows personal data, so its token is another one than the key of
 * an offer's link, which people hand on.
 */
export function decisionsPath({ providers, now }: Pick<Ctx, 'providers' | 'now'>, of: DecisionsOf): string {
  const subject =
    'brokerId' in of
      ? { purpose: OF_BROKER, id: of.brokerId }
      : { purpose: OF_APPLICATION, id: of.applicationId }
  return `/decisions/${signToken(providers.secret, subject, decisionsExpiry(now()))}`
}

/** In whole days: the same link all day. */
export const decisionsExpiry = (now: Date): Date =>
  new Date((Math.ceil(now.getTime() / DAY_MS) + LIFE_DAYS) * DAY_MS)

export const decisionsUrl = (ctx: Pick<Ctx, 'providers' | 'now'>, of: DecisionsOf): string =>
  ctx.providers.publicUrl + decisionsPath(ctx, of)

/**
 * The person behind a link; null where it was forged, has expired, or its record is gone. An applicant with a record is
 * that broker, and so is a record that was merged into another.
 */
export async function personOfDecisions(ctx: Ctx, token: string): Promise<DecisionsOf | null> {
  const subject = readSubject(ctx.providers.secret, token, ctx.now())
  if (subject?.purpose === OF_BROKER) {
    const brokerId = await knownBroker(ctx, subject.id)
    return brokerId === null ? null : { brokerId }
  }
  if (subject?.purpose !== OF_APPLICATION) return null
  const application = await ctx.db
    .selectFrom('applications')
    .select(['id', 'brokerId', 'status'])
    .where('id', '=', subject.id)
    .executeTakeFirst()
  if (!application) return null
  // an application names a broker once a person has approved it; before, the number of an open link may be another's
  return application.brokerId !== null && application.status === 'approved'
    ? { brokerId: application.brokerId }
    : { applicationId: application.id }
}
