import { bounded, recordingFrom } from '#server/providers/live/audio.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { askTwilio, NotNow } from '../ask-twilio.ts'
import { twilioFault } from '../faults.ts'
import type { TwilioParts } from '../parts.ts'

const TWILIO_BASE = 'https://api.twilio.com'
const DOWNLOAD_SECONDS = 90
const MOST_HOPS = 3
/** The line that was called is the first channel, what we say the second. */
const CHANNELS = { agent: 1 } as const

export const isRecordingSid = (text: string): boolean => /^RE[0-9a-f]{32}$/.test(text)

/** Downloads a recording. @throws with one sentence where it cannot be had now */
export async function download(parts: TwilioParts, ref: string): Promise<Recording> {
  if (!isRecordingSid(ref)) throw new Error('This is no recording of Twilio.')
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
    const response = await fetched(url, { headers, signal })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location) return whole(response)
    await response.body?.cancel()
    const next = new URL(location, url)
    // the credentials stay at home, and so does everything where a base address is set
    if (next.origin !== home && (parts.config.baseUrl !== null || next.protocol !== 'https:'))
      throw new Error('Twilio sent the download of the recording elsewhere.')
    url = next
  }
  throw new Error('Twilio sent the download of the recording around in circles.')
}

async function fetched(
  url: URL,
  init: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' })
  } catch (error) {
    throw new Error(twilioFault(error).message)
  }
}

async function whole(response: Response): Promise<Buffer> {
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(
      response.status === 404
        ? 'Twilio does not have this recording, or not yet.'
        : `Twilio did not give the recording (status ${response.status}).`,
    )
  }
  try {
    return await bounded(response)
  } catch (error) {
    // undici names the address in its errors; ours say what to know
    if (error instanceof Error && error.message.startsWith('The ')) throw error
    throw new Error('The download of the recording broke off.')
  }
}

function basic({ config: { accountSid, authToken, apiKey } }: TwilioParts): string {
  const pair = apiKey ? `${apiKey.sid}:${apiKey.secret}` : `${accountSid}:${authToken}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** Stops the recording of a call that goes on. @returns whether Twilio confirmed it */
export async function stopRecording(parts: TwilioParts, sid: string): Promise<boolean> {
  const stopped = await askTwilio(
    parts,
    (client) => client.calls(sid).recordings('Twilio.CURRENT').update({ status: 'stopped' }),
    { anyway: true },
  )
  return stopped.ok
}

/** Deletes one recording; one that is gone is deleted. @throws where Twilio cannot do it now */
export async function deleteRecording(parts: TwilioParts, ref: string): Promise<void> {
  const done = await askTwilio(parts, (client) => client.recordings(ref).remove(), { anyway: true })
  if (!done.ok && done.fault.status !== 404) throw new NotNow(done.fault.message)
}

/** Deletes whatever was recorded of a call. @throws where Twilio cannot do it now */
export async function deleteAllRecordings(parts: TwilioParts, sid: string): Promise<void> {
  const listed = await askTwilio(parts, (client) => client.calls(sid).recordings.list({ limit: 20 }), {
    anyway: true,
  })
  if (!listed.ok) {
    if (listed.fault.status === 404) return
    throw new NotNow(listed.fault.message)
  }
  for (const recording of listed.value) {
    // one that still runs is deleted when its own callback comes
    if (!['in-progress', 'paused', 'processing'].includes(recording.status))
      await deleteRecording(parts, recording.sid)
  }
}
