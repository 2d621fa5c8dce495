import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Recording, VoiceProvider, Waveform } from '#server/providers/voice/port.ts'

/** A player asks for one recording in many parts: one row in the audit log covers an hour of them. */
const AUDIT_EVERY_MS = 3_600_000

/** The audio of a call. @throws AppError not_found where there is none, unavailable where it cannot be had now */
export async function openRecording(ctx: Ctx, callId: number): Promise<Recording> {
  const { provider, ref } = await findRecording(ctx, callId)
  await auditRead(ctx, callId)
  return fetched(ctx, callId, () => provider.recording({ callId, ref }))
}

/** @throws AppError as openRecording */
export async function readWaveform(ctx: Ctx, callId: number): Promise<Waveform> {
  const { provider, ref } = await findRecording(ctx, callId)
  return fetched(ctx, callId, async () => (await provider.recording({ callId, ref })).waveform())
}

async function findRecording(ctx: Ctx, callId: number): Promise<{ provider: VoiceProvider; ref: string }> {
  authorise(ctx, 'recordings.read')
  const call = await ctx.db
    .selectFrom('calls')
    .select(['provider', 'recordingStatus', 'recordingRef'])
    .where('id', '=', callId)
    .executeTakeFirst()
  if (!call) throw notFound('Call')
  if (call.recordingStatus !== 'completed' || call.recordingRef === null) {
    throw new AppError('not_found', 'No recording available for this call')
  }
  const provider = ctx.providers.voice.named(call.provider)
  if (!provider) {
    throw new AppError(
      'unavailable',
      `The recording is with ${call.provider}, which is not configured any more.`,
    )
  }
  return { provider, ref: call.recordingRef }
}

async function fetched<T>(ctx: Ctx, callId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    ctx.log.error({ err: error, callId }, 'a recording could not be had')
    throw new AppError('unavailable', 'The recording is not available right now. Try again in a minute.', {
      retryAfter: 60,
    })
  }
}

async function auditRead(ctx: Ctx, callId: number): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'staff') return
  await ctx.tx(async (tx) => {
    // two parts asked for at once must not write two rows
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
