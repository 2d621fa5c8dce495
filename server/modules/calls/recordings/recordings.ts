import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { isOutOfSpace, noSpace } from '#server/platform/disk-space.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { createProgress } from '#server/platform/worker-thread.ts'
import type { Recording, Waveform } from '#server/providers/ports/voice.ts'
import { fetchRecording } from './fetch-recording.ts'
import { findRecordingRow, findWaveform, type RecordingRow } from './recordings.store.ts'
import { openStored } from './stored-recording.ts'

/** A player requests one recording in many parts: one audit row covers an hour of them. */
const AUDIT_EVERY_MS = 3_600_000
const NO_WAVEFORM: Waveform = { agent: [], caller: [] }

/** The audio of a call. @throws AppError not_found when there is none, unavailable or no_space when it cannot be fetched now */
export async function openRecording(ctx: Ctx, callId: number): Promise<Recording> {
  const row = await findRecording(ctx, callId)
  await auditRead(ctx, callId)
  const recording = await open(ctx, callId, row)
  const { bytes, etag } = recording
  const read: Recording['read'] = (range) => orUnavailable(ctx, callId, () => recording.read(range))
  return { bytes, etag, read, waveform: () => recording.waveform() }
}

/**
 * The waveform of a stored recording. One that is not stored yet is fetched in the background: the result is the
 * fraction done, or the failure of the last attempt, once.
 * @throws AppError as openRecording
 */
export async function readWaveform(ctx: Ctx, callId: number): Promise<Waveform & { ready: number }> {
  const before = fetchesOf(ctx).get(callId)
  const row = await findRecording(ctx, callId)
  if (row.fileId !== null) return { ...((await findWaveform(ctx, callId)) ?? NO_WAVEFORM), ready: 1 }
  checkProvider(ctx, row)
  const last = fetchesOf(ctx).get(callId)
  // it was stored while the row was read: another fetch would render it again
  if (before && !before.failed && !last) return readWaveform(ctx, callId)
  if (last?.failed) await orUnavailable(ctx, callId, () => finish(ctx, callId, last))
  const [ready = 0] = startFetch(ctx, callId).progress
  return { ...NO_WAVEFORM, ready }
}

async function findRecording(ctx: Ctx, callId: number): Promise<RecordingRow> {
  authorise(ctx, 'recordings.read')
  const row = await findRecordingRow(ctx, callId)
  if (!row) throw notFound('Call')
  if (row.recordingStatus !== 'completed' || row.recordingRef === null) throw noRecording()
  return row
}

const noRecording = (): AppError => new AppError('not_found', 'No recording available for this call')

function checkProvider(ctx: Ctx, { provider }: RecordingRow): void {
  if (ctx.providers.voice.named(provider)) return
  throw new AppError('unavailable', `The recording is with ${provider}, which is no longer configured.`)
}

/** From the vault; a recording that is not there is fetched first. */
async function open(ctx: Ctx, callId: number, row: RecordingRow): Promise<Recording> {
  if (row.fileId !== null) return openStored(ctx, callId, row.fileId)
  checkProvider(ctx, row)
  await orUnavailable(ctx, callId, () => finish(ctx, callId, startFetch(ctx, callId)))
  const now = await findRecording(ctx, callId)
  if (now.fileId === null) throw noRecording()
  return openStored(ctx, callId, now.fileId)
}

interface Fetch {
  done: Promise<void>
  failed: boolean
  progress: Float32Array
}

/** A player requests several parts concurrently, which share one fetch. Keyed by app, as tests run several. */
const fetches = new WeakMap<object, Map<number, Fetch>>()

function fetchesOf({ providers }: Ctx): Map<number, Fetch> {
  const running = fetches.get(providers) ?? new Map<number, Fetch>()
  fetches.set(providers, running)
  return running
}

/** The running fetch, or a new one. */
function startFetch(ctx: Ctx, callId: number): Fetch {
  const running = fetchesOf(ctx)
  const current = running.get(callId)
  if (current && !current.failed) return current
  const progress = createProgress()
  const fetch: Fetch = { done: fetchRecording(ctx, callId, progress), failed: false, progress }
  running.set(callId, fetch)
  fetch.done.then(
    () => running.delete(callId),
    () => {
      fetch.failed = true
    },
  )
  return fetch
}

/** Waits for a fetch and forgets it, so that the next request starts another after a failure. */
async function finish(ctx: Ctx, callId: number, fetch: Fetch): Promise<void> {
  try {
    await fetch.done
  } finally {
    fetchesOf(ctx).delete(callId)
  }
}

/** Logs a failure and reports it as unavailable. */
async function orUnavailable<T>(ctx: Ctx, callId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isOutOfSpace(error)) throw noSpace()
    ctx.log.error({ err: error, callId }, 'recording not available')
    throw new AppError('unavailable', 'The recording is not available right now. Try again in a minute.', {
      retryAfter: 60,
    })
  }
}

async function auditRead(ctx: Ctx, callId: number): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'staff') return
  await ctx.tx(async (tx) => {
    // two parallel requests must not write two rows
    await sql`select pg_advisory_xact_lock(hashtextextended(${`recording.read:${actor.userId}:${callId}`}, 0))`.execute(
      tx.db,
    )
    const recent = await tx.db
      .selectFrom('auditLog')
      .select('id')
      .where('subjectType', '=', 'call')
      .where('subjectId', '=', String(callId))
      .where('action', '=', 'recording.read')
      .where('actorId', '=', actor.userId)
      .where('at', '>', new Date(tx.now().getTime() - AUDIT_EVERY_MS))
      .executeTakeFirst()
    if (!recent) await audit(tx, { action: 'recording.read', subjectType: 'call', subjectId: callId })
  })
}
