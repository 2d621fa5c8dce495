import type { RecordingStatus } from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { fetchRecordingJob } from './recordings/fetch-recording.job.ts'
import { deleteStored } from './recordings/recordings.store.ts'
import { moveCalls } from './removal.store.ts'

export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await moveCalls(ctx, fromId, intoId)
}

/**
 * Enqueues the fetch of a live call's recording once it is complete, and deletes the stored copy if the person turns
 * out to have declined recording.
 */
export async function updateRecording(
  tx: Ctx,
  call: { id: number; simulated: boolean; recordingStatus: string; traceContext: string | null },
  status: RecordingStatus,
): Promise<void> {
  if (status === 'completed') {
    // the simulator renders a recording when it is first opened
    if (call.simulated) return
    const { id: callId, traceContext: trace } = call
    await tx.enqueue(fetchRecordingJob, { callId }, { key: `fetch_recording:${callId}`, trace })
    return
  }
  // nothing is fetched before completion
  if (call.recordingStatus !== 'completed') return
  const fileId = await deleteStored(tx, call.id)
  if (fileId !== undefined) await releaseFiles(tx, [fileId])
}
