import { readBounded, recordingFrom } from '#server/providers/live/audio.ts'
import { fetchFromVendor } from '#server/providers/live/vendor-span.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { endpointUrl, rebasedAddress } from '../addresses.ts'
import { askVapi } from '../ask-vapi.ts'
import { VapiAnswerError } from '../faults.ts'
import type { VapiParts } from '../parts.ts'
import { findLive } from './store.ts'

/** Allows for a large file over a slow line. */
const DOWNLOAD_MS = 120_000

/** Both sides on one channel, as MP3. The address that Vapi redirects to expires soon and is not stored. */
export async function fetchRecording(
  parts: VapiParts,
  { callId, ref }: { callId: number; ref: string },
): Promise<Recording> {
  if ((await findLive(parts.db, callId))?.declined)
    throw new Error('The person declined this recording, so it is not fetched.')
  const opened = await askVapi(parts, () => openRecording(parts, ref))
  if (!opened.ok) throw new Error(opened.fault.message)
  const { location, answer } = opened.value
  return recordingFrom(await audioIn(location === null ? answer : await download(parts, location)), {
    agent: 0,
  })
}

async function openRecording({ config }: VapiParts, vapiId: string) {
  const answer = await fetchFromVendor(
    'vapi',
    endpointUrl(config, `/call/${encodeURIComponent(vapiId)}/mono-recording`),
    {
      headers: { authorization: `Bearer ${config.apiKey}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    },
  )
  const location = answer.headers.get('location')
  if (answer.ok) return { answer, location: null }
  await answer.body?.cancel()
  if (answer.status >= 300 && answer.status < 400 && location) return { answer, location }
  throw new VapiAnswerError(answer.status, answer.headers.get('retry-after'))
}

/** Sent without our key: the file is on another server. */
async function download({ config }: VapiParts, location: string): Promise<Response> {
  const url = rebasedAddress(config, location)
  return fetchFromVendor('vapi', url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_MS) }).catch(
    () => {
      throw new Error('The server that stores the recording cannot be reached.')
    },
  )
}

async function audioIn(answer: Response): Promise<Buffer> {
  if (answer.ok) return readBounded(answer)
  await answer.body?.cancel()
  throw new Error(`The server that stores the recording answered ${answer.status}.`)
}
