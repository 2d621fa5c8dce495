import type { Ctx } from '#server/ctx.ts'
import { attachFiles, discardLoose, type StoredFile, storeFile } from '#server/modules/vault/vault-files.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { FORGET_AFTER_MS, forgetRecordingJob } from './fetch-recording.job.ts'
import { findRecordingRow, insertStored } from './recordings.store.ts'

/** Ten times the size of ten minutes at the best quality. */
const MAX_BYTES = 100 * 1024 * 1024

/**
 * Fetches the recording of a call from its provider into the vault, unless it is already there or must not be stored. Safe
 * to repeat and to run concurrently: one copy remains. @throws Error when it is not available now
 */
export async function fetchRecording(ctx: Ctx, callId: number, progress?: Float32Array): Promise<void> {
  const row = await findRecordingRow(ctx, callId)
  if (!row || row.fileId !== null) return
  if (row.recordingStatus !== 'completed' || row.recordingRef === null) return
  const provider = ctx.providers.voice.named(row.provider)
  if (!provider) throw new Error(`${row.provider} is no longer configured`)
  const restsUntil = await provider.restsUntil()
  if (restsUntil) throw new Error(`${row.provider} rests until ${restsUntil.toISOString()}`)
  const recording = await provider.recording({ callId, ref: row.recordingRef }, progress)
  const waveform = await recording.waveform()
  const file = await storeRecording(ctx, callId, recording)
  const written = await ctx.tx(async (tx) => {
    if (!(await insertStored(tx, callId, { fileId: file.id, waveform }))) return false
    await attachFiles(tx, [file.id])
    if (!provider.forget) return true
    const runAt = new Date(tx.now().getTime() + FORGET_AFTER_MS)
    await tx.enqueue(forgetRecordingJob, { callId }, { key: `forget_recording:${callId}`, runAt })
    return true
  })
  // another fetch finished first, or the person turned out to have declined recording
  if (!written) await discardLoose(ctx, [file.id])
}

/** Has the vendor delete its copy once ours is in the vault; safe to repeat. @throws Error when it cannot now */
export async function forgetRecording(ctx: Ctx, callId: number): Promise<void> {
  const row = await findRecordingRow(ctx, callId)
  if (!row || row.fileId === null || row.recordingRef === null) return
  const { recordingRef: ref, providerCallId } = row
  await ctx.providers.voice.named(row.provider)?.forget?.({ ref, providerCallId })
}

async function storeRecording(ctx: Ctx, callId: number, recording: Recording): Promise<StoredFile> {
  const outcome = await storeFile(ctx, {
    stream: await recording.read({ start: 0, end: recording.bytes - 1 }),
    filename: `call-recording-${callId}.mp3`,
    limit: MAX_BYTES,
    allowedTypes: ['audio/mpeg'],
    own: true,
  })
  if (!outcome.ok) throw new Error(`the provider did not send a valid recording: ${outcome.fault}`)
  return outcome.file
}
