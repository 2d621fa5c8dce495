import type { RecordingStatus } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { releaseFiles } from '#server/modules/documents/vault/service.ts'
import { fetchRecordingJob } from './job.ts'
import { dropStored } from './store.ts'

/**
 * A recording of a live call is fetched as soon as it is complete. One that the person turns out to have refused is
 * given up again.
 */
export async function followRecording(
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
