import type { recordComplaint as endpoint } from '#contract/contests/complaints.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { knownBroker } from '#server/modules/brokers/views.ts'
import { invalid } from '#server/platform/errors.ts'
import { fileComplaint } from './file-complaint.ts'

/**
 * Records a complaint that reached a member of staff. @returns its number
 * @throws AppError forbidden, invalid for a day ahead, or for a broker or a call that does not exist
 */
export async function recordComplaint(
  ctx: Ctx,
  { receivedOn, ...complaint }: BodyOf<typeof endpoint>,
): Promise<number> {
  authorise(ctx, 'complaints.record')
  const today = sydneyDate(ctx.now())
  if (receivedOn && receivedOn > today) throw invalid({ receivedOn: 'Choose a day that has begun' })
  if (complaint.brokerId != null && (await knownBroker(ctx, complaint.brokerId)) === null)
    throw invalid({ brokerId: 'Choose a broker' })
  const received = receivedOn && receivedOn < today ? { receivedAt: sydneyMidnight(receivedOn) } : {}
  const { id } = await fileComplaint(ctx, { ...complaint, ...received })
  return id
}
