import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { reportForm } from '#contract/messages/verification.ts'
import { singleLine } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone, parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { type Limit, takeLimits } from '#server/platform/limits/limits.ts'

/** Of all networks together: more would bury the other tasks. */
const REPORTS: Limit = {
  name: 'messages.call_reports',
  max: 200,
  minutes: 60,
  message: () => 'Very many reports have just arrived. Please call us instead.',
}

/**
 * Opens a task about a call or message that somebody received and takes for false. The same report again is the same
 * task.
 * @returns false if the number is none, so that nothing was reported
 * @throws AppError too_many_requests
 */
export async function reportContact(
  ctx: Ctx,
  { number, code, details }: z.output<typeof reportForm>,
): Promise<boolean> {
  const parsed = parsePhone(number)
  if (!parsed.ok) return false
  await takeLimits(ctx, [REPORTS, 'all'])
  const phone = parsed.e164
  const words = singleLine(details)
  const sentences = [
    `Reported on the page /verify: a call or message to ${formatPhone(phone)}, ${code ? `code ${code}` : 'without a code'}.`,
    ...(words ? [`They write: “${words}”`] : []),
  ]
  const key = createHash('sha256')
    .update(JSON.stringify([phone, code, words]))
    .digest('base64url')
  await ctx.tx((tx) =>
    tx.emit('matter.reported', {
      ...{ kind: 'call_report', key, subject: null, name: null, phone },
      details: sentences.join(' '),
    }),
  )
  return true
}
