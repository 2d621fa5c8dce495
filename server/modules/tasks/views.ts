import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { type TaskKind, taskKinds } from '#contract/tasks/task-kinds.ts'
import type { countTaskKinds, countTasks, getTaskLoad, listTasks, Task } from '#contract/tasks/tasks.ts'
import type { Ctx } from '#server/ctx.ts'
import { inOrder, type SortKey } from '#server/platform/db/keyset.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { lateTasks } from './late-tasks.views.ts'
import { viewPeople } from './people.views.ts'

interface Row {
  id: number
  kind: Task['kind']
  state: Task['state']
  details: string
  subjectType: NonNullable<Task['subject']>['type'] | null
  subjectId: number | null
  brokerId: number | null
  brokerName: string | null
  company: string | null
  name: string | null
  phone: string | null
  assignedTo: number | null
  assigneeName: string | null
  dueAt: Date
  snoozedUntil: Date | null
  note: string | null
  endedReason: string | null
  closerName: string | null
  closedAt: Date | null
  createdAt: Date
  simulatedAt: Date | null
}

const selectTasks = (ctx: Ctx) =>
  ctx.db
    .selectFrom('tasks as t')
    .leftJoin('brokers as b', 'b.id', 't.brokerId')
    .leftJoin('users as assignee', 'assignee.id', 't.assignedTo')
    .leftJoin('users as closer', 'closer.id', 't.closedBy')

const withColumns = (query: ReturnType<typeof selectTasks>) =>
  query
    .select([
      't.id',
      't.kind',
      't.state',
      't.details',
      't.subjectType',
      't.subjectId',
      't.brokerId',
      'b.name as brokerName',
      'b.company',
      't.assignedTo',
      'assignee.name as assigneeName',
      't.dueAt',
      't.snoozedUntil',
      't.note',
      't.endedReason',
      'closer.name as closerName',
      't.closedAt',
      't.createdAt',
      't.simulatedAt',
    ])
    .select(sql<string | null>`coalesce(b.name, t.name)`.as('name'))
    .select(sql<string | null>`coalesce(t.phone, b.phone)`.as('phone'))
    // the table's checks allow no other words
    .$castTo<Row>()

const toTask = (row: Row): Task => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  details: row.details,
  subject:
    row.subjectType === null || row.subjectId === null ? null : { type: row.subjectType, id: row.subjectId },
  broker:
    row.brokerId === null ? null : { id: row.brokerId, name: row.brokerName ?? '', company: row.company },
  name: row.name,
  phone: row.phone,
  assignee: row.assignedTo === null ? null : { id: row.assignedTo, name: row.assigneeName ?? '' },
  dueAt: row.dueAt.toISOString(),
  snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
  note: row.note,
  endedReason: row.endedReason,
  closedBy: row.closerName,
  closedAt: row.closedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  simulatedAt: row.simulatedAt?.toISOString() ?? null,
})

/** @throws AppError not_found */
export async function viewTask(ctx: Ctx, id: number): Promise<Task> {
  const row = await withColumns(selectTasks(ctx)).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Task')
  return toTask(row)
}

/** Open, and not snoozed at this instant. */
const isOpen = (now: Date): RawBuilder<SqlBool> =>
  sql`t.state = 'open' and (t.snoozed_until is null or t.snoozed_until <= ${now})`

const userOf = ({ actor }: Ctx): number => (actor.kind === 'staff' ? actor.userId : 0)

type ListQuery = QueryOf<typeof listTasks>
type Filters = QueryOf<typeof countTaskKinds>

function conditions(ctx: Ctx, query: Filters, late: RawBuilder<SqlBool>): RawBuilder<SqlBool>[] {
  const { state, kind, assignee, overdue, brokerId, q } = query
  const now = ctx.now()
  const found: RawBuilder<SqlBool>[] = []
  if (state === 'open') found.push(isOpen(now))
  else if (state === 'snoozed') found.push(sql`t.state = 'open' and t.snoozed_until > ${now}`)
  else if (state !== 'all') found.push(sql`t.state = ${state}`)
  if (kind) found.push(sql`t.kind = ${kind}`)
  if (assignee === 'nobody') found.push(sql`t.assigned_to is null`)
  else if (assignee === 'free') found.push(sql`(t.assigned_to is null or t.assigned_to = ${userOf(ctx)})`)
  else if (assignee) found.push(sql`t.assigned_to = ${assignee === 'me' ? userOf(ctx) : assignee}`)
  if (overdue === 'true') found.push(sql`t.state = 'open' and ${late}`)
  if (overdue === 'false') found.push(sql`(t.state <> 'open' or not (${late}))`)
  if (brokerId) found.push(sql`t.broker_id = ${brokerId}`)
  if (q) {
    const text = sql`fold_key(concat_ws(' ', b.name, b.company, t.name, t.phone, t.details, t.note))`
    found.push(holds(text, searchPattern(q)))
  }
  return found
}

/** The position of a task's kind among all kinds, in two digits. */
const kindRank = sql`to_char(array_position(${[...taskKinds]}::text[], t.kind), 'FM00')`

function sortKey(sort: string): SortKey {
  // a text that sorts by kind and then by due time, as a cursor holds one value
  if (sort === 'kind')
    return {
      by: sql`${kindRank} || to_char(t.due_at at time zone 'utc', 'YYYYMMDDHH24MISSUS')`,
      type: 'text',
    }
  return { by: sort.endsWith('createdAt') ? sql`t.created_at` : sql`t.due_at`, type: 'timestamptz' }
}

/** The list of tasks, as filtered and sorted. */
export async function viewTasks(ctx: Ctx, query: ListQuery): Promise<Page<Task>> {
  const cursor = decodeCursor(query.cursor, 2)
  const matching = conditions(ctx, query, await lateTasks(ctx)).reduce(
    (rows, each) => rows.where(each),
    selectTasks(ctx),
  )
  return readPage({
    db: ctx.db,
    matching,
    rows: inOrder(withColumns(matching), {
      ...sortKey(query.sort),
      descending: query.sort.startsWith('-'),
      id: 't.id',
      after: cursor && { position: String(cursor[0]), id: Number(cursor[1]) },
    }),
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: toTask,
  })
}

export async function viewCounts(ctx: Ctx): Promise<ReturnsOf<typeof countTasks>> {
  const now = ctx.now()
  const { rows } = await sql<ReturnsOf<typeof countTasks>>`
    select count(*) as open, count(*) filter (where t.assigned_to = ${userOf(ctx)}) as mine,
      count(*) filter (where ${await lateTasks(ctx)}) as overdue
    from tasks t where ${isOpen(now)}`.execute(ctx.db)
  return rows[0] ?? { open: 0, mine: 0, overdue: 0 }
}

/** Open tasks by kind: the most overdue first. */
export async function viewOpenKinds(ctx: Ctx): Promise<{ kind: TaskKind; open: number; overdue: number }[]> {
  const now = ctx.now()
  const { rows } = await sql<{ kind: TaskKind; open: number; overdue: number }>`
    select t.kind, count(*)::int as open, count(*) filter (where ${await lateTasks(ctx)})::int as overdue
    from tasks t where ${isOpen(now)} group by t.kind order by overdue desc, open desc, t.kind`.execute(
    ctx.db,
  )
  return rows
}

/** The kinds of a list with their numbers, in the order of the list by kind. */
export async function viewKindCounts(ctx: Ctx, query: Filters): Promise<ReturnsOf<typeof countTaskKinds>> {
  const late = await lateTasks(ctx)
  return (
    conditions(ctx, query, late)
      .reduce((rows, each) => rows.where(each), selectTasks(ctx))
      .select('t.kind')
      .select(sql<number>`count(*)::int`.as('count'))
      .select(sql<number>`(count(*) filter (where t.state = 'open' and ${late}))::int`.as('overdue'))
      .groupBy('t.kind')
      .orderBy(kindRank)
      // the table's checks allow no other words
      .$castTo<{ kind: TaskKind; count: number; overdue: number }>()
      .execute()
  )
}

/** Open tasks by person, for each person with access to tasks; unassigned tasks first. */
export async function viewLoad(ctx: Ctx): Promise<ReturnsOf<typeof getTaskLoad>> {
  const { rows } = await sql<{ personId: number | null; open: number; overdue: number }>`
    select t.assigned_to as "personId", count(*)::int as open,
      (count(*) filter (where ${await lateTasks(ctx)}))::int as overdue
    from tasks t where ${isOpen(ctx.now())} group by t.assigned_to`.execute(ctx.db)
  const loadOf = (id: number | null) => {
    const found = rows.find(({ personId }) => personId === id)
    return { open: found?.open ?? 0, overdue: found?.overdue ?? 0 }
  }
  const people = await viewPeople(ctx)
  return [{ person: null, ...loadOf(null) }, ...people.map((person) => ({ person, ...loadOf(person.id) }))]
}
