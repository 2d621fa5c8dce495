import type { Ctx } from '#server/ctx.ts'
import { lockBacklog, setBacklog, storeOlderWords } from './transcript-words.store.ts'

/** In one transaction, a second's work or less. */
const AT_ONCE = 500
/** In one run of the job, which starts every minute. */
const TURNS = 20

/** Makes the words of calls searchable that ended before the search existed, the newest first. */
export async function indexTranscripts(ctx: Ctx): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) if (!(await indexSome(ctx))) return
}

/** @returns whether there may be more */
async function indexSome(ctx: Ctx): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const below = await lockBacklog(tx)
    if (below <= 0) return false
    await setBacklog(tx, (await storeOlderWords(tx, below, AT_ONCE)) ?? 0)
    return true
  })
}
