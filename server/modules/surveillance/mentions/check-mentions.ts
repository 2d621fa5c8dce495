import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { type CheckedBroker, storeChecks } from '../checks/checks.store.ts'
import { restate } from '../checks/restate.ts'
import { alertOf } from '../checks/run-checks.ts'
import { markSearched, unsearchedItems } from './feeds.store.ts'
import {
  createMentionFinder,
  type Item,
  type Keyword,
  mentionFinding,
  type Named,
} from './find-mentions.rules.ts'

const ITEMS = 200
const BROKERS = 5000
/** Older items are no longer relevant. */
const DAYS = 365

/** Searches new items for all brokers, and checks the named ones. */
export async function checkNewMentions(ctx: Ctx): Promise<void> {
  for (;;) {
    const items = await unsearchedItems(ctx, ITEMS)
    if (items.length === 0) return
    const named = await namedIn(ctx, items)
    await ctx.tx(async (tx) => {
      const checked = await checkMentions(tx, [...named])
      await markSearched(tx, items)
      await alertOf(tx, checked)
    })
  }
}

async function namedIn(ctx: Ctx, items: readonly Item[]): Promise<Set<number>> {
  const named = new Set<number>()
  let after = 0
  for (;;) {
    const { rows } =
      await sql<Named>`select id, name, company from brokers where id > ${after} order by id limit ${BROKERS}`.execute(
        ctx.db,
      )
    const find = createMentionFinder(rows)
    for (const item of items) for (const { brokerId } of find(item)) named.add(brokerId)
    after = rows.at(-1)?.id ?? after
    if (rows.length < BROKERS) return named
  }
}

/** Checks these brokers against everything that was read in the last year. @returns ids of those who are there */
export async function checkMentions(tx: Ctx, brokerIds: readonly number[]): Promise<number[]> {
  if (brokerIds.length === 0) return []
  const { rows: brokers } = await sql<Named>`
    select id, name, company from brokers where id = any(${[...brokerIds]}) order by id`.execute(tx.db)
  const { rows: keywords } = await sql<Keyword>`select word, weight from mention_keywords`.execute(tx.db)
  const { rows: items } = await sql<Item>`
    select id::int as id, url, title, summary from news_items
    where coalesce(published_at, seen_at) > ${tx.now()}::timestamptz - make_interval(days => ${DAYS})
    order by id desc limit 20000`.execute(tx.db)
  const find = createMentionFinder(brokers)
  const checked = new Map(
    brokers.map(({ id }) => [id, { brokerId: id, findings: [], keywords: [], sourceUrls: [] } as Checked]),
  )
  for (const item of items) {
    for (const { brokerId, phrase } of find(item)) {
      const { finding, words } = mentionFinding(item, phrase, keywords)
      const broker = checked.get(brokerId)
      if (broker?.findings.some(({ subject }) => subject === finding.subject)) continue
      broker?.findings.push(finding)
      broker?.keywords.push(...words.filter((word) => !broker.keywords.includes(word)))
      broker?.sourceUrls.push(item.url)
    }
  }
  await storeChecks(tx, {
    checkType: 'external_mentions',
    runId: null,
    snapshots: {},
    brokers: [...checked.values()],
  })
  await restate(tx, [...checked.keys()])
  return brokers.map(({ id }) => id)
}

type Mutable<List> = List extends readonly (infer One)[] ? One[] : never
interface Checked extends CheckedBroker {
  findings: Mutable<CheckedBroker['findings']>
  keywords: string[]
  sourceUrls: string[]
}
