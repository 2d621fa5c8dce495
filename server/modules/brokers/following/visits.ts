import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { writeActivities } from '../timeline/store.ts'

/** Writes into the timelines which brokers came to which microsites. */
export async function followVisits(ctx: Ctx, { visits }: AppEvents['microsite.visited']): Promise<void> {
  await writeActivities(
    ctx,
    visits.map(({ title, brokerId, campaignId, at }) => ({
      type: 'microsite_visited',
      description: `Visited ${title}`,
      ...{ brokerId, campaignId, createdAt: at },
    })),
  )
}
