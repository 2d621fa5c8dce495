import type { Ctx } from '#server/ctx.ts'
import { writeActivity } from './timeline.store.ts'

export interface NewActivity {
  /** Noun and past participle, e.g. 'accreditation_submitted'. */
  type: string
  /** Fit to stand beside the broker's name. */
  description: string
  brokerId: number | null
  campaignId?: number | null
  /** Of the call that it happened in: one of a kind per call, told again it replaces the words. */
  callId?: number | null
  simulated: boolean
  simulatedAt?: Date | null
}

/** Writes what happened with a broker, for the modules that make it happen. */
export async function addActivity(tx: Ctx, activity: NewActivity): Promise<void> {
  // by the clock of the services, as what it tells of
  await writeActivity(tx, { ...activity, createdAt: tx.now() })
}
