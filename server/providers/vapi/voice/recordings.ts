import { bounded, recordingFrom } from '#server/providers/live/audio.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { endpointUrl, rebasedAddress } from '../addresses.ts'
import { askVapi } from '../ask-vapi.ts'
import { VapiAnswerError } from '../faults.ts'
import type { VapiParts } from '../parts.ts'
import { findLive } from './store.ts'

/** A large file over a slow line. */
const DOWNLOAD_MS = 120_000

/** Both sides on one channel, as MP3. The address that Vapi sends us to ends soon and never leaves this file. */
export async function fetchRecording(
  parts: VapiParts,
  { callId, ref }: { callId: number; ref: string },
): Promise<Recording> {
  if ((await findLive(parts.db, callId))?.declined)
    throw new Error('The person did not want this recording: it is not fetched.')
  const asked = await askVapi(parts, () => openRecording(parts, ref))
  if (!asked.ok) throw new Error(asked.fault.message)
  const { location, answer } = asked.value
  return recordingFrom(await audioIn(location === null ? answer : await download(parts, location)), {
    agent: 0,
  })
}

async function openRecording({ config }: VapiParts, vapiId: string) {
  const answer = await fetch(endpointUrl(config, `/call/${encodeURIComponent(vapiId)}/mono-recording`), {
    headers: { authorization: `Bearer ${config.apiKey}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(DOWNLOAD_MS),
  })
  const location = answer.headers.get('location')
  if (answer.ok) return { answer, location: null }
  await answer.body?.cancel()
  if (answer.status >= 300 && answer.status < 400 && location) return { answer, location }
  throw new VapiAnswerError(answer.status, answer.headers.get('retry-after'))
}

/** Without our key: the file lies on another server. */
async function download({ config }: VapiParts, location: string): Promise<Response> {
  const url = rebasedAddress(config, location)
  return fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_MS) }).catch(() => {
    throw new Error('The server that keeps the recording cannot be reached.')
  })
}

async function audioIn(answer: Response): Promise<Buffer> {
  if (answer.ok) return bounded(answer)
  await answer.body?.cancel()
  throw new Error(`The server that keeps the recording answered ${answer.status}.`)
}
