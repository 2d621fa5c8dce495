import { sql } from 'kysely'
import type { Audience, AudienceRule, audienceBrokers } from '#contract/brokers/audiences.ts'
import type { Region } from '#contract/brokers/brokers.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { type AudienceClock, audienceWhere } from './where.rules.ts'

export const clockOf = (ctx: Ctx): AudienceClock => ({ today: sydneyDate(ctx.now()), now: ctx.now() })

/** How many brokers these rules have now. */
export async function countBrokers(ctx: Ctx, rules: readonly AudienceRule[]): Promise<number> {
  const { rows } = await sql<{ brokers: number }>`select count(*)::int as brokers from brokers b
    where ${audienceWhere(rules, clockOf(ctx))}`.execute(ctx.db)
  return rows[0]?.brokers ?? 0
}

/** Deleted items that the rules name, in sentences: such a rule has no effect any more. */
export async function problemsOf(ctx: Ctx, rules: readonly AudienceRule[]): Promise<string[]> {
  const campaigns = rules.flatMap((rule) => (rule.kind === 'response' ? [rule.campaignId] : []))
  const bdms = rules.flatMap((rule) => (rule.kind === 'bdm' ? [rule.bdmId] : []))
  const lists = rules.flatMap((rule) => (rule.kind === 'list' ? [rule.listId] : []))
  if (campaigns.length + bdms.length + lists.length === 0) return []
  const { rows } = await sql<{ what: string }>`
    select 'A campaign that a rule names was deleted.' as what from unnest(${campaigns}::int[]) named
      where not exists (select from campaigns c where c.id = named)
    union select 'A BDM whom a rule names is gone.' from unnest(${bdms}::int[]) named
      where not exists (select from bdms m where m.id = named)
    union select 'The brokers chosen by hand for a rule are gone.' from unnest(${lists}::int[]) named
      where not exists (select from broker_lists l where l.id = named)`.execute(ctx.db)
  return rows.map(({ what }) => what)
}

interface Row {
  id: number
  name: string
  rules: AudienceRule[]
  campaigns: string[]
  brokers: number | null
  countedAt: Date | null
  createdBy: string | null
  updatedAt: Date
}

async function readAudiences(ctx: Ctx, id: number | null): Promise<Audience[]> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.rules, a.brokers, a.counted_at, u.name as created_by, a.updated_at,
      array(select c.name from campaigns c where c.audience_id = a.id order by c.name) as campaigns
    from audiences a left join users u on u.id = a.created_by
    where ${id}::int is null or a.id = ${id} order by lower(a.name)`.execute(ctx.db)
  const read: Audience[] = []
  for (const row of rows) {
    read.push({
      ...row,
      problems: await problemsOf(ctx, row.rules),
      countedAt: row.countedAt?.toISOString() ?? null,
      updatedAt: row.updatedAt.toISOString(),
    })
  }
  return read
}

export const viewAudiences = (ctx: Ctx): Promise<Audience[]> => readAudiences(ctx, null)

/** @throws AppError not_found */
export async function viewAudience(ctx: Ctx, id: number): Promise<Audience> {
  const [found] = await readAudiences(ctx, id)
  if (!found) throw notFound('Audience')
  return found
}

/** @throws AppError not_found */
export async function rulesOf(ctx: Ctx, id: number): Promise<AudienceRule[]> {
  const row = await ctx.db.selectFrom('audiences').select('rules').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Audience')
  return row.rules as AudienceRule[] // checked before they were stored
}

type Member = ReturnsOf<typeof audienceBrokers>[number]

async function membersAfter(
  ctx: Ctx,
  rules: readonly AudienceRule[],
  { name, id, limit }: { name: string; id: number; limit: number },
): Promise<Member[]> {
  const { rows } = await sql<Omit<Member, 'region'> & { region: Region | null }>`
    select b.id, b.name, b.company, b.region, b.phone, b.email from brokers b
    where ${audienceWhere(rules, clockOf(ctx))} and (lower(b.name), b.id) > (${name}, ${id})
    order by lower(b.name), b.id limit ${limit}`.execute(ctx.db)
  return rows
}

/** @throws AppError not_found */
export async function viewMembers(
  ctx: Ctx,
  audienceId: number,
  { cursor, limit, total }: QueryOf<typeof audienceBrokers>,
): Promise<Page<Member>> {
  const rules = await rulesOf(ctx, audienceId)
  const [name = '', id = 0] = decodeCursor(cursor, 2) ?? []
  return readPage({
    db: ctx.db,
    matching: {
      limit: (most) => sql`(select from brokers b where ${audienceWhere(rules, clockOf(ctx))} limit ${most})`,
    },
    rows: {
      limit: (most) => ({
        execute: () => membersAfter(ctx, rules, { name: String(name), id: Number(id), limit: most }),
      }),
    },
    limit,
    counting: total,
    cursor: (last) => [last.name.toLowerCase(), last.id],
    item: (member) => member,
  })
}

const PAGE = 1000

/** Every broker of an audience. @throws AppError not_found */
export async function* streamMembers(ctx: Ctx, audienceId: number): AsyncGenerator<Member> {
  const rules = await rulesOf(ctx, audienceId)
  for (let at = { name: '', id: 0 }; ; ) {
    const members = await membersAfter(ctx, rules, { ...at, limit: PAGE })
    yield* members
    const last = members.at(-1)
    if (!last || members.length < PAGE) return
    at = { name: last.name.toLowerCase(), id: last.id }
  }
}
