import { roleMay, staffRoles } from '#contract/policy.ts'
import { type TaskKind, taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { staffWith } from '#server/modules/accounts/staff.views.ts'
import { lenderFacts, queueMail } from './queue-message.ts'

/** Lines of a mail; the screen lists the rest. */
const MAX_LINES = 20
const surveillance = { path: '/surveillance', label: 'Open surveillance' }

interface Report {
  kind: TaskKind
  /** Of the matter, which is one open task. */
  key: string
  /** Of the mail, where the same matter can begin again; else the key. */
  occasion?: string
  subject?: AppEvents['matter.reported']['subject']
  /** The name of the task's subject, e.g. the register, feed or calendar. */
  name: string | null
  /** Subject of the mail. */
  title: string
  /** The event, in sentences. */
  details: string
  lines?: readonly string[]
  /** The screen that the mail links to. */
  screen?: { path: string; label: string }
}

/** Reports a matter that is about no single broker: one task, and one mail to the staff who handle it. Only inside `ctx.tx`. */
export async function reportToStaff(tx: Ctx, report: Report): Promise<void> {
  const { kind, key, subject = null, name, details } = report
  await tx.emit('matter.reported', { kind, key, subject, name, details })
  await mailStaff(tx, report)
}

/** The mail of a report without its task, which exists already. Only inside `ctx.tx`. */
export async function mailStaff(
  tx: Ctx,
  { kind, key, occasion = key, title, details, lines = [], screen = surveillance }: Omit<Report, 'name'>,
): Promise<void> {
  const { pages, publicUrl } = tx.providers
  const facts = {
    ...{ title, details, lines: lines.slice(0, MAX_LINES), more: Math.max(0, lines.length - MAX_LINES) },
    ...{ url: `${publicUrl}${screen.path}`, label: screen.label },
  }
  const lender = await lenderFacts(tx)
  const roles = staffRoles.filter((role) => roleMay(role, taskTerms[kind].right))
  for (const { id, email } of await staffWith(tx, roles)) {
    await queueMail(tx, {
      to: email,
      mail: pages.mail('staff_report', lender, facts),
      template: 'staff_report',
      occasion: `${kind}:${occasion}:${id}`,
      simulated: false,
    })
  }
}
