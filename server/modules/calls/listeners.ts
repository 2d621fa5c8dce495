import type { RecordingStatus } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { fetchRecordingJob } from './recordings/fetch-recording.job.ts'
import { dropStored } from './recordings/recordings.store.ts'

export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await ctx.db.updateTable('calls').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}

/**
 * A recording of a live call is fetched as soon as it is complete. One that the person turns out to have refused is
 * given up again.
 */
export async function updateRecording(
  tx: Ctx,
  call: { id: number; simulated: boolean; recordingStatus: string },
  status: RecordingStatus,
): Promise<void> {
  // the simulator's are rendered when asked for
  if (call.simulated) return
  if (status === 'completed') {
    await tx.enqueue(fetchRecordingJob, { callId: call.id }, { key: `fetch_recording:${call.id}` })
    return
  }
  // before it was complete nothing was fetched
  if (call.recordingStatus !== 'completed') return
  const fileId = await dropStored(tx, call.id)
  if (fileId !== undefined) await releaseFiles(tx, [fileId])
}
