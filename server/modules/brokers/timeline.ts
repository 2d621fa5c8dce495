import type { Ctx } from '#server/ctx.ts'
import { writeActivity } from './timeline.store.ts'

export interface NewActivity {
  /** Noun and past participle, e.g. 'accreditation_submitted'. */
  type: string
  /** Shown next to the broker's name. */
  description: string
  brokerId: number | null
  campaignId?: number | null
  /** The call that it happened in; a second activity of the same type for a call replaces the description. */
  callId?: number | null
  simulated: boolean
  simulatedAt?: Date | null
}

/** Adds an activity to a broker's timeline on behalf of other modules. */
export async function addActivity(tx: Ctx, activity: NewActivity): Promise<void> {
  // the application's clock, which also dates the event itself
  await writeActivity(tx, { ...activity, createdAt: tx.now() })
}
