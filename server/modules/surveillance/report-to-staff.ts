import { roleMay, staffRoles } from '#contract/policy.ts'
import { type TaskKind, taskTerms } from '#contract/tasks.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'
import { staffWith } from './staff.views.ts'

/** Lines of a mail; the screen lists the rest. */
const MAX_LINES = 20

interface Report {
  kind: TaskKind
  /** Of the matter, which is one open task. */
  key: string
  /** Of the mail, where the same matter can begin again; else the key. */
  occasion?: string
  subject: AppEvents['surveillance.reported']['subject']
  /** Subject of the mail. */
  title: string
  /** What happened, in sentences. */
  details: string
  lines?: readonly string[]
}

/** Reports a matter of surveillance that is about no single broker: one task, and one mail to the staff who handle it. */
export async function reportToStaff(tx: Ctx, report: Report): Promise<void> {
  const { kind, key, occasion = key, subject, title, details, lines = [] } = report
  await tx.emit('surveillance.reported', { kind, key, subject, details })
  const { pages, publicUrl } = tx.providers
  const facts = {
    ...{ title, details, lines: lines.slice(0, MAX_LINES), more: Math.max(0, lines.length - MAX_LINES) },
    url: `${publicUrl}/surveillance`,
  }
  const lender = await lenderFacts(tx)
  const roles = staffRoles.filter((role) => roleMay(role, taskTerms[kind].right))
  for (const { id, email } of await staffWith(tx, roles)) {
    await queueMail(tx, {
      to: email,
      mail: pages.mail('surveillance_report', lender, facts),
      template: 'surveillance_report',
      occasion: `${kind}:${occasion}:${id}`,
      simulated: false,
    })
  }
}
