import { askTwilio, RetryLater } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import { type CallRef, findAtTwilio } from './look-up.ts'

/** Ends a call in any state. @throws with one sentence where Twilio is unavailable */
export async function endCall(parts: TwilioParts, ref: CallRef): Promise<void> {
  const sid = ref.providerCallId ?? (await findSid(parts, ref))
  if (sid === null) return
  // 'canceled' ends a call that has not been answered and confirms it; an answered call is unaffected
  const cancelled = await askTwilio(parts, (client) => client.calls(sid).update({ status: 'canceled' }), {
    anyway: true,
  })
  if (cancelled.ok && cancelled.value.status === 'canceled') return
  if (!cancelled.ok && cancelled.fault.status === 404) return
  if (!cancelled.ok && cancelled.fault.kind !== 'refused') throw new Error(cancelled.fault.message)
  await hangUp(parts, sid)
}

/** Looks the SID up where the answer to the dial was lost. */
async function findSid(parts: TwilioParts, ref: CallRef): Promise<string | null> {
  const found = await findAtTwilio(parts, ref)
  if (!('kind' in found)) return found.twilio.sid
  if (found.kind === 'absent') return null
  throw new Error(found.message)
}

/** @throws RetryLater unless Twilio confirms that the call has ended */
export const hangUp = (parts: TwilioParts, sid: string): Promise<void> =>
  change(parts, sid, { status: 'completed' })

/** Replaces the instructions that a live call follows. @throws RetryLater unless Twilio confirms it */
export const redirect = (parts: TwilioParts, sid: string, twiml: string): Promise<void> =>
  change(parts, sid, { twiml })

async function change(
  parts: TwilioParts,
  sid: string,
  to: { status: 'completed' } | { twiml: string },
): Promise<void> {
  const changed = await askTwilio(parts, (client) => client.calls(sid).update(to), { anyway: true })
  // 21220: the call had already ended
  if (!changed.ok && changed.fault.status !== 404 && changed.fault.code !== '21220')
    throw new RetryLater(changed.fault.message)
}
