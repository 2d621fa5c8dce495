import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { isOutOfSpace, noSpace } from '#server/platform/disk-space.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Recording, Waveform } from '#server/providers/ports/voice.ts'
import { fetchRecording } from './fetch-recording.ts'
import { findRecordingRow, type RecordingRow } from './recordings.store.ts'
import { openStored } from './stored-recording.ts'

/** A player requests one recording in many parts: one audit row covers an hour of them. */
const AUDIT_EVERY_MS = 3_600_000

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
 * The waveform as far as the recording is made, which the first one who asks begins.
 * @throws AppError as openRecording
 */
export async function readWaveform(ctx: Ctx, callId: number): Promise<Waveform & { ready: number }> {
  const recording = await open(ctx, callId, await findRecording(ctx, callId))
  const soFar = recording.soFar?.()
  if (soFar) return { ...soFar.waveform, ready: soFar.ready }
  return { ...(await orUnavailable(ctx, callId, () => recording.waveform())), ready: 1 }
}

async function findRecording(ctx: Ctx, callId: number): Promise<RecordingRow> {
  authorise(ctx, 'recordings.read')
  const row = await findRecordingRow(ctx, callId)
  if (!row) throw notFound('Call')
  if (row.recordingStatus !== 'completed' || row.recordingRef === null) throw noRecording()
  return row
}

const noRecording = (): AppError => new AppError('not_found', 'No recording available for this call')

/** Simulated recordings are rendered; those of live calls come from the vault, or are fetched first. */
async function open(ctx: Ctx, callId: number, row: RecordingRow): Promise<Recording> {
  if (row.fileId !== null) return openStored(ctx, callId, row.fileId)
  const provider = ctx.providers.voice.named(row.provider)
  if (!provider) {
    throw new AppError('unavailable', `The recording is with ${row.provider}, which is no longer configured.`)
  }
  const ref = row.recordingRef ?? ''
  if (row.simulated) return orUnavailable(ctx, callId, () => provider.recording({ callId, ref }))
  await orUnavailable(ctx, callId, () => fetchOnce(ctx, callId))
  const now = await findRecording(ctx, callId)
  if (now.fileId === null) throw noRecording()
  return openStored(ctx, callId, now.fileId)
}

/** A player requests several parts at once, which share one fetch. Keyed by app, as tests run several. */
const fetches = new WeakMap<object, Map<number, Promise<void>>>()

function fetchOnce(ctx: Ctx, callId: number): Promise<void> {
  const running = fetches.get(ctx.providers) ?? new Map<number, Promise<void>>()
  fetches.set(ctx.providers, running)
  const current = running.get(callId)
  if (current) return current
  const started = fetchRecording(ctx, callId).finally(() => running.delete(callId))
  running.set(callId, started)
  return started
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
