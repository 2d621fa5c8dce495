import { manyText } from '#contract/surveillance/finding-reasons.ts'
import type { Ctx } from '#server/ctx.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import { restate } from '../checks/restate.ts'
import { exceedsShare } from './many.rules.ts'
import {
  type CountedReason,
  countOfAll,
  countOfImports,
  endOver,
  findOpenMany,
  gatherInto,
  openMany,
  settlePending,
} from './many.store.ts'

/**
 * Decides about the findings that checks have left pending: a reason that concerns too many brokers of an import, or of all,
 * becomes one finding with one task; the others count for their broker. Bans and news are never gathered.
 */
export async function gatherMany(tx: Ctx): Promise<void> {
  const affected = new Set<number>()
  const note = (ids: readonly number[]): void => {
    for (const id of ids) affected.add(id)
  }
  const gather = async (counts: readonly CountedReason[]): Promise<void> => {
    for (const counted of counts.filter(exceedsShare)) {
      const { id, isNew, state } = await openMany(tx, counted)
      // a person has decided that each broker is flagged
      if (state === 'flagged') continue
      note(await gatherInto(tx, id, counted))
      if (isNew) await report(tx, id)
    }
  }
  await gather(await countOfImports(tx))
  await gather(await countOfAll(tx))
  note(await endOver(tx))
  note(await settlePending(tx))
  if (affected.size === 0) return
  await restate(
    tx,
    [...affected].sort((one, other) => one - other),
  )
}

async function report(tx: Ctx, id: number): Promise<void> {
  const [found] = await findOpenMany(tx, id)
  if (!found) return
  const details = manyText(found)
  await reportToStaff(tx, {
    ...{ kind: 'finding_of_many', key: String(id), name: 'Many brokers', title: details, details },
    subject: found.importId === null ? null : { type: 'import', id: found.importId },
  })
}
