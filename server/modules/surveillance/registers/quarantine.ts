import { longDay } from '#contract/calendar.ts'
import { numberText } from '#contract/number-text.ts'
import { type Register, registerTerms } from '#contract/surveillance/registers.ts'
import type { Ctx } from '#server/ctx.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import { continuedRows, vanishedRows } from './quarantine.rules.ts'
import {
  findMissing,
  findQuarantined,
  insertQuarantined,
  markVanished,
  type StoredQuarantine,
} from './quarantine.store.ts'
import type { RegisterContent, UnreadableRow } from './read-register.rules.ts'
import type { Snapshot } from './registers.store.ts'

interface Quarantine {
  unreadable: (UnreadableRow & { entryId: number | null; readOn: string | null })[]
  /** Ids of entries that stay in force unread. */
  kept: number[]
  vanished: StoredQuarantine[]
}

/** Compares the unreadable rows of a file with the last snapshot. @param given.gone ids of entries that the file lacks */
export async function planQuarantine(
  tx: Ctx,
  given: RegisterContent & { before: Snapshot | undefined; gone: readonly number[] },
): Promise<Quarantine> {
  const { before, rows, unreadable, gone } = given
  const earlier = before ? await findQuarantined(tx, before.id) : []
  const missing = unreadable.length > 0 && gone.length > 0 ? await findMissing(tx, gone) : []
  const ids = continuedRows(missing, unreadable)
  const readOn = new Map(earlier.map(({ entryId, readOn: day }) => [entryId, day]))
  return {
    unreadable: unreadable.map((row, at) => {
      const entryId = ids[at] ?? null
      const last = entryId === null ? null : (readOn.get(entryId) ?? before?.snapshotDate ?? null)
      return { ...row, entryId, readOn: last }
    }),
    kept: ids.filter((id) => id !== null),
    vanished: vanishedRows(earlier, rows, unreadable),
  }
}

interface Target {
  register: Register
  snapshotId: number
  snapshotDate: string
}

/** Stores the unreadable rows of a snapshot, and reports them once: one task and one mail, however many they are. */
export async function storeQuarantine(
  tx: Ctx,
  { register, snapshotId, snapshotDate }: Target,
  { unreadable, vanished, kept }: Quarantine,
): Promise<void> {
  await insertQuarantined(tx, { register, snapshotId }, unreadable)
  await markVanished(
    tx,
    snapshotId,
    vanished.map(({ id }) => id),
  )
  if (unreadable.length === 0 && vanished.length === 0) return
  const { label } = registerTerms[register]
  const title = `${label}: ${summaryOf(unreadable.length, vanished.length)}`
  await reportToStaff(tx, {
    ...{
      kind: 'register_unreadable',
      key: String(snapshotId),
      subject: { type: 'register', id: snapshotId },
      name: label,
    },
    title,
    details: [
      `${label} of ${longDay(snapshotDate)}: ${summaryOf(unreadable.length, vanished.length)}.`,
      ...(kept.length > 0
        ? [`${numbered(kept.length, 'row stays', 'rows stay')} in force as last read.`]
        : []),
    ].join(' '),
    lines: [
      ...vanished.map(
        ({ name, number, text }) => `Gone: ${[number, name].filter(Boolean).join(', ') || text}`,
      ),
      ...unreadable.map(({ line, reason, number, name }) =>
        [`Row ${line}`, [number, name].filter(Boolean).join(', '), reason].filter(Boolean).join(': '),
      ),
    ],
  })
}

const numbered = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`

const summaryOf = (unreadable: number, vanished: number): string =>
  [
    vanished > 0 && `${numbered(vanished, 'unreadable row has', 'unreadable rows have')} disappeared`,
    unreadable > 0 && `${numbered(unreadable, 'row cannot', 'rows cannot')} be read`,
  ]
    .filter(Boolean)
    .join(', and ')
