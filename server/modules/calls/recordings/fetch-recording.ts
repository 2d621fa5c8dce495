import type { Ctx } from '#server/ctx.ts'
import { attachFiles, discardLoose, type StoredFile, storeFile } from '#server/modules/vault/vault-files.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { findRecordingRow, insertStored } from './recordings.store.ts'

/** Ten minutes of the best quality are a tenth of it. */
const MOST_BYTES = 100 * 1024 * 1024

/**
 * Fetches the recording of a live call from its provider into the vault, unless it is there, or there is none to be
 * kept. Safe to repeat and to do twice at once: one of the copies stays. @throws where it cannot be had now
 */
export async function fetchRecording(ctx: Ctx, callId: number): Promise<void> {
  const row = await findRecordingRow(ctx, callId)
  if (!row || row.simulated || row.fileId !== null) return
  if (row.recordingStatus !== 'completed' || row.recordingRef === null) return
  const provider = ctx.providers.voice.named(row.provider)
  if (!provider) throw new Error(`${row.provider} is not configured any more`)
  const rests = await provider.restsUntil()
  if (rests) throw new Error(`${row.provider} rests until ${rests.toISOString()}`)
  const recording = await provider.recording({ callId, ref: row.recordingRef })
  const waveform = await recording.waveform()
  const file = await keep(ctx, callId, recording)
  const written = await ctx.tx(async (tx) => {
    if (!(await insertStored(tx, callId, { fileId: file.id, waveform }))) return false
    await attachFiles(tx, [file.id])
    return true
  })
  // somebody was faster, or the person turned out to have refused it
  if (!written) await discardLoose(ctx, [file.id])
}

async function keep(ctx: Ctx, callId: number, recording: Recording): Promise<StoredFile> {
  const outcome = await storeFile(ctx, {
    stream: await recording.read({ start: 0, end: recording.bytes - 1 }),
    filename: `call-recording-${callId}.mp3`,
    limit: MOST_BYTES,
    allowedTypes: ['audio/mpeg'],
    own: true,
  })
  if (!outcome.ok) throw new Error(`what the provider sent is no recording: ${outcome.fault}`)
  return outcome.file
}
