import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { numberText } from '#contract/number-text.ts'
import { dateText } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { findDifferingDays, findStoredDays } from '#server/modules/figures/differing-days.views.ts'
import { parseAgeKeys } from '#server/platform/crypto/age.ts'
import { connect } from '#server/platform/db/database.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { errorLine } from '#server/platform/startup-error.ts'
import type { DB } from '#server/schema.gen.ts'
import { type CheckedArchive, checkArchive } from './check-archive.ts'
import { sampleFiles } from './drill-files.ts'
import { loadArchive } from './load-archive.ts'
import { beginDrill, endDrill, failAbandonedDrills } from './store.ts'

const HOUR_MS = 3_600_000
/** A drill that lasts longer was killed. */
const LONGEST_MS = 6 * HOUR_MS

/** Restores the newest archive into a database of its own, compares it, and stores the result. */
export async function runDrill(ctx: Ctx): Promise<void> {
  await failAbandonedDrills(
    ctx,
    new Date(ctx.now().getTime() - LONGEST_MS),
    'The process that ran it ended before it was done.',
  )
  const newest = await ctx.db
    .selectFrom('backups')
    .select('id')
    .where('drillIdentity', 'is not', null)
    .where('drillStartedAt', 'is', null)
    .orderBy('startedAt', 'desc')
    .executeTakeFirst()
  const claimed = newest && (await beginDrill(ctx, newest.id))
  if (!claimed?.drillIdentity) return
  try {
    const checks = await drill(ctx, claimed.name, claimed.drillIdentity)
    await endDrill(ctx, claimed.id, { failure: null, result: checks })
  } catch (error) {
    ctx.log.error({ err: error, archive: claimed.name }, 'the restore drill failed')
    await endDrill(ctx, claimed.id, { failure: errorLine(error).slice(0, 500), result: null })
  }
}

/** @returns what was compared, one sentence each @throws Error with the first difference */
async function drill(ctx: Ctx, name: string, identity: string): Promise<string[]> {
  const { backups, vault } = ctx.providers
  const keys = await parseAgeKeys((await vault.readIdentities()).join('\n'))
  const archive = { name, identities: [identity], open: () => backups.store.get(name) }
  const checked = await checkArchive(archive, {
    identities: archive.identities,
    migrations: await readMigrations(),
    vaultKeys: keys.map(({ recipient }) => recipient),
  })
  const scratch = await backups.openScratch()
  try {
    const connection = connect<DB>(scratch.ownerUrl ?? scratch.url, 3, () => undefined)
    try {
      const sample = sampleFiles(
        connection.db,
        keys.map((key) => key.identity),
      )
      await loadArchive({ database: scratch, files: sample.store }, archive, checked)
      return [
        countsSentence(checked),
        await figuresSentence(connection.db),
        sample.finish(),
        await auditSentence(ctx, connection.db),
      ]
    } finally {
      await connection.close()
    }
  } finally {
    await scratch.stop()
  }
}

function countsSentence({ end, manifest }: CheckedArchive): string {
  const rows = Object.values(end.rows).reduce((total, each) => total + each, 0)
  const files = end.missingFiles.length > 0 ? `, ${numberText(end.missingFiles.length)} missing` : ''
  return `${numberText(rows)} rows of ${numberText(manifest.tables.length)} tables and ${numberText(end.files)} files${files}: as counted.`
}

async function figuresSentence(db: Kysely<DB>): Promise<string> {
  const stored = await findStoredDays({ db })
  if (!stored) return 'No figures are stored yet.'
  const [differing] = await findDifferingDays({ db }, stored)
  if (differing) throw new Error(`the figures of ${differing} differ from a recount`)
  return `Figures since ${dateText(stored.from)}: equal to a recount.`
}

/** Each row's id, time and action together with the id before it, so that the order counts. */
const auditDigest = async (db: Kysely<DB>, upTo: number) => {
  const { rows } = await sql<{ rows: number; last: number; digest: string }>`
    select count(*) as rows, coalesce(max(id), 0) as last,
      coalesce(sum(hashtextextended(concat_ws('|', id, before, at, action), 0)::numeric), 0)::text as digest
    from (select id, lag(id) over (order by id) as before, at at time zone 'UTC' as at, action
      from audit_log where id <= ${upTo}) ordered`.execute(db)
  return rows[0] ?? { rows: 0, last: 0, digest: '' }
}

const MAX_ID = Number.MAX_SAFE_INTEGER

async function auditSentence(ctx: Ctx, db: Kysely<DB>): Promise<string> {
  const restored = await auditDigest(db, MAX_ID)
  const own = await auditDigest(ctx.db, restored.last)
  if (own.rows !== restored.rows || own.digest !== restored.digest)
    throw new Error('the audit log differs in its rows or their order')
  return `${numberText(restored.rows)} rows of the audit log: the same, in the same order.`
}
