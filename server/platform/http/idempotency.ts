import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '#server/platform/errors.ts'

/** Kept this long; the contract promises 24 hours. */
export const KEPT_HOURS = 24
const MAX_KEY = 255
/** No request takes longer: one without an answer by then was cut off with its process. */
const UNFINISHED_SECONDS = 120

export interface OnceRequest {
  /** Whose keys these are: a user or an address. */
  scope: string
  key: string
  endpoint: string
  /** Identifies equal requests. */
  body: unknown
}

export interface OnceAnswer {
  status: number
  response: unknown
  replayed: boolean
}

/**
 * Does `work` once per key: the same key and body gives the first answer again, another body is 409, and so is
 * a key whose first request is still in progress. A refused request leaves no trace, so it can be sent again.
 */
export async function once(
  db: QueryExecutorProvider,
  request: OnceRequest,
  work: () => Promise<{ status: number; response: unknown }>,
): Promise<OnceAnswer> {
  if (request.key.length > MAX_KEY)
    throw new AppError('invalid', `Idempotency-Key has at most ${MAX_KEY} characters.`)
  const hash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex')
  const claimed = await sql`insert into idempotency_keys (scope, key, endpoint, request_hash)
    values (${request.scope}, ${request.key}, ${request.endpoint}, ${hash})
    on conflict do nothing returning key`.execute(db)
  if (claimed.rows.length === 0) return replay(db, request, hash)
  try {
    const answer = await work()
    await sql`update idempotency_keys set status = ${answer.status}, response = ${JSON.stringify(answer.response ?? null)}::jsonb
      where scope = ${request.scope} and key = ${request.key}`.execute(db)
    return { ...answer, replayed: false }
  } catch (error) {
    await sql`delete from idempotency_keys where scope = ${request.scope} and key = ${request.key}`.execute(
      db,
    )
    throw error
  }
}

async function replay(db: QueryExecutorProvider, request: OnceRequest, hash: string): Promise<OnceAnswer> {
  const { rows } = await sql<{
    endpoint: string
    requestHash: string
    status: number | null
    response: unknown
    unfinished: boolean
  }>`
    select endpoint, request_hash, status, response,
           created_at < now() - make_interval(secs => ${UNFINISHED_SECONDS}) as unfinished
    from idempotency_keys
    where scope = ${request.scope} and key = ${request.key}`.execute(db)
  const first = rows[0]
  if (first && (first.requestHash !== hash || first.endpoint !== request.endpoint)) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  if (!first || first.status === null) {
    throw new AppError(
      'conflict',
      first?.unfinished
        ? 'The first request with this Idempotency-Key did not finish. Check what it did, then use a new key.'
        : 'The first request with this Idempotency-Key is still in progress.',
    )
  }
  return { status: first.status, response: first.response, replayed: true }
}

/** Removes keys past their day. */
export async function deleteOldIdempotencyKeys(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${KEPT_HOURS})`.execute(
    db,
  )
}
