import type { Ctx } from '#server/ctx.ts'
import type { SmsReport } from '#server/providers/vendors/port.ts'

export async function settleReport(_ctx: Ctx, _report: SmsReport): Promise<void> {
  throw new Error('not built yet')
}
