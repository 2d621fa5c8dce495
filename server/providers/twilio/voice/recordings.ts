import { readBounded, recordingFrom } from '#server/providers/live/audio.ts'
import { fetchFromVendor } from '#server/providers/live/vendor-span.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { askTwilio, RetryLater } from '../ask-twilio.ts'
import { twilioFault } from '../faults.ts'
import type { TwilioParts } from '../parts.ts'

const TWILIO_BASE = 'https://api.twilio.com'
const DOWNLOAD_SECONDS = 90
const MOST_HOPS = 3
/** The called person is the first channel, our side the second. */
const CHANNELS = { agent: 1 } as const

export const isRecordingSid = (text: string): boolean => /^RE[0-9a-f]{32}$/.test(text)

/** Downloads a recording. @throws with one sentence where it is not available now */
export async function download(parts: TwilioParts, ref: string): Promise<Recording> {
  if (!isRecordingSid(ref)) throw new Error('This is not a Twilio recording.')
  const { accountSid } = parts.config
  const base = parts.config.baseUrl ?? TWILIO_BASE
  const address = `${base}/2010-04-01/Accounts/${accountSid}/Recordings/${ref}.mp3`
  return recordingFrom(await mp3At(parts, address), CHANNELS)
}

async function mp3At(parts: TwilioParts, address: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(DOWNLOAD_SECONDS * 1000)
  let url = new URL(address)
  const home = url.origin
  for (let hop = 0; hop <= MOST_HOPS; hop++) {
    const headers: Record<string, string> = url.origin === home ? { authorization: basic(parts) } : {}
    const response = await fetchOnce(url, { headers, signal })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location) return readBody(response)
    await response.body?.cancel()
    const next = new URL(location, url)
    // the credentials never leave Twilio's origin; with a base URL set, no request does
    if (next.origin !== home && (parts.config.baseUrl !== null || next.protocol !== 'https:'))
      throw new Error('Twilio redirected the recording download to an address that is not allowed.')
    url = next
  }
  throw new Error('Twilio redirected the recording download too many times.')
}

async function fetchOnce(
  url: URL,
  init: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetchFromVendor('twilio', url, { ...init, redirect: 'manual' })
  } catch (error) {
    throw new Error(twilioFault(error).message)
  }
}

async function readBody(response: Response): Promise<Buffer> {
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(
      response.status === 404
        ? 'Twilio does not have this recording yet, or no longer has it.'
        : `Twilio did not return the recording (status ${response.status}).`,
    )
  }
  try {
    return await readBounded(response)
  } catch (error) {
    // undici's errors contain the address; ours, which begin with 'The', do not
    if (error instanceof Error && error.message.startsWith('The ')) throw error
    throw new Error('The recording download was interrupted.')
  }
}

function basic({ config: { accountSid, authToken, apiKey } }: TwilioParts): string {
  const pair = apiKey ? `${apiKey.sid}:${apiKey.secret}` : `${accountSid}:${authToken}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** Stops the recording of a live call. @returns whether Twilio confirmed it */
export async function stopRecording(parts: TwilioParts, sid: string): Promise<boolean> {
  const stopped = await askTwilio(
    parts,
    (client) => client.calls(sid).recordings('Twilio.CURRENT').update({ status: 'stopped' }),
    { anyway: true },
  )
  return stopped.ok
}

/** Deletes one recording; a missing one counts as deleted. @throws RetryLater where Twilio is unavailable */
export async function deleteRecording(parts: TwilioParts, ref: string): Promise<void> {
  const done = await askTwilio(parts, (client) => client.recordings(ref).remove(), { anyway: true })
  if (!done.ok && done.fault.status !== 404) throw new RetryLater(done.fault.message)
}

/** Deletes all recordings of a call. @throws RetryLater where Twilio is unavailable */
export async function deleteAllRecordings(parts: TwilioParts, sid: string): Promise<void> {
  const listed = await askTwilio(parts, (client) => client.calls(sid).recordings.list({ limit: 20 }), {
    anyway: true,
  })
  if (!listed.ok) {
    if (listed.fault.status === 404) return
    throw new RetryLater(listed.fault.message)
  }
  for (const recording of listed.value) {
    // a running recording is deleted on its own callback
    if (!['in-progress', 'paused', 'processing'].includes(recording.status))
      await deleteRecording(parts, recording.sid)
  }
}
