import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { moveMessages } from './store.ts'

export const onBrokerMerging = (ctx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> =>
  moveMessages(ctx, fromId, intoId)
