import type { Ctx } from '#server/ctx.ts'
import { createLoop, type Loop } from '#server/platform/loop.ts'
import { recordMinute, type ServicePart } from './service-hours.store.ts'

/** Three times a minute, so that a slow turn loses none. */
const RECORD_EVERY_MS = 20_000

/** Records the minutes in which a part of the service works. @param isWell whether it does, besides running */
export function createMinuteRecorder(
  context: () => Ctx,
  part: ServicePart,
  isWell: () => Promise<boolean> = async () => true,
): Loop {
  return createLoop({
    name: `service status, ${part}`,
    context,
    async turn(ctx) {
      if (await isWell()) await recordMinute(ctx, part)
    },
    everyMs: RECORD_EVERY_MS,
    failure: 'the minutes of the service could not be recorded',
  })
}
