import { sql } from 'kysely'
import type { z } from 'zod'
import { type Edits, versionOf } from '#contract/edits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HandlerAnswer, HandlerArgs } from '#server/platform/http/route.ts'
import { viewRecordChanges } from './record-changes.views.ts'

type Args<E extends Endpoint> = Pick<HandlerArgs<Ctx, E>, 'ctx' | 'params' | 'body'>

interface EditParts<E extends Endpoint, Saved> {
  /** Locks the record until the transaction ends; locks nothing if it does not exist. */
  lock: (args: Args<E>) => Promise<unknown>
  /** The record as screens read it. @throws AppError not_found */
  record: (args: Args<E>) => Promise<unknown>
  /** The schema of that record; left out: the endpoint's response schema. */
  schema?: z.ZodType
  /** The command. */
  save: (args: Args<E>) => Promise<Saved>
  /** The response; left out: the record. */
  answer?: (args: Args<E>, saved: Saved) => Promise<HandlerAnswer<E>> | HandlerAnswer<E>
  /** Id of the record in the audit log; left out: that of the address. */
  id?: (args: Args<E>) => number | null
}

/**
 * Binds an endpoint that changes a record. With If-Match it saves only if the record has not changed since: the lock is
 * taken first, so that the second of two concurrent saves is refused. Without it, as programs send requests, the last
 * save wins.
 */
export function editRoute<E extends Endpoint, Saved>(endpoint: E, parts: EditParts<E, Saved>): AppRoute {
  const { edits } = endpoint
  if (!edits) throw new Error(`${endpoint.method} ${endpoint.path} does not say what it edits`)
  return route(endpoint, async (args) => {
    const expected = expectedVersion(args.request.headers['if-match'])
    const saved =
      expected === null
        ? await parts.save(args)
        : await args.ctx.tx(async (ctx) => {
            await requireUnchanged({ ...args, ctx }, { edits, endpoint, expected }, parts)
            return parts.save({ ...args, ctx })
          })
    // after the commit, as everybody reads it
    const answer = parts.answer ? await parts.answer(args, saved) : await parts.record(args)
    return answer as HandlerAnswer<E> // without `answer` the endpoint returns the record
  })
}

interface Expected {
  edits: Edits
  endpoint: Endpoint
  expected: string
}

/** @throws AppError conflict, not_found; both with what became of the record */
async function requireUnchanged<E extends Endpoint, Saved>(
  args: Args<E>,
  { edits, endpoint, expected }: Expected,
  parts: EditParts<E, Saved>,
): Promise<void> {
  const { ctx, params } = args
  const subject = { subject: edits.subject, id: parts.id ? parts.id(args) : idOf(params) }
  await parts.lock(args)
  let current: unknown
  try {
    // in the form of a response
    current = (parts.schema ?? endpoint.returns).parse(await parts.record(args))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    const changes = await viewRecordChanges(ctx, subject)
    throw new AppError('not_found', error.message, { changed: { current: null, version: null, changes } })
  }
  const version = versionOf(edits, current)
  if (version === expected) return
  const changes = await viewRecordChanges(ctx, subject)
  const [last] = changes
  const who = last
    ? last.own
      ? 'You have changed this elsewhere'
      : `${last.by} has changed this`
    : 'This has changed'
  throw new AppError('conflict', `${who} since you opened it. Nothing was saved.`, {
    changed: { current, version, changes },
  })
}

function idOf(params: unknown): number | null {
  const { id } = Object(params) as { id?: unknown } // an endpoint's parameters are an object, or none
  return typeof id === 'number' ? id : null
}

const VERSION = /^"([0-9a-f]{16})"$/

/** The version in If-Match. @returns null where any version is meant. @throws AppError invalid */
export function expectedVersion(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '*') return null
  const version = VERSION.exec(header.trim())?.[1]
  if (version === undefined)
    throw new AppError('invalid', 'If-Match takes one version in quotes, as an earlier answer gave it.')
  return version
}

/** Locks the row of this id; rows that only refer to it may be written meanwhile. */
export const lockRow =
  (table: string) =>
  ({ ctx, params }: { ctx: Ctx; params: unknown }): Promise<unknown> =>
    lockRowOf(ctx, table, idOf(params))

export const lockRowOf = (ctx: Ctx, table: string, id: number | null): Promise<unknown> =>
  sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(ctx.db)

/** Locks the only row of a table. */
export const lockOnly =
  (table: string) =>
  ({ ctx }: { ctx: Ctx }): Promise<unknown> =>
    sql`select 1 from ${sql.table(table)} for no key update`.execute(ctx.db)

/** Locks a table whose rows are one list; reads continue. */
export const lockList =
  (table: string) =>
  ({ ctx }: { ctx: Ctx }): Promise<unknown> =>
    sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(ctx.db)
