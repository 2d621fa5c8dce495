import { askTwilio, NotNow } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import { type AskedCall, findAtTwilio } from './look-up.ts'

/** Ends a call, whatever it is at. @throws with one sentence where Twilio cannot be asked now */
export async function end(parts: TwilioParts, asked: AskedCall): Promise<void> {
  const sid = asked.providerCallId ?? (await nameOf(parts, asked))
  if (sid === null) return
  // 'canceled' ends what has not been answered, and says so; a conversation it leaves alone
  const cancelled = await askTwilio(parts, (client) => client.calls(sid).update({ status: 'canceled' }), {
    anyway: true,
  })
  if (cancelled.ok && cancelled.value.status === 'canceled') return
  if (!cancelled.ok && cancelled.fault.status === 404) return
  if (!cancelled.ok && cancelled.fault.kind !== 'refused') throw new Error(cancelled.fault.message)
  await hangUp(parts, sid)
}

/** Asked for only where the answer to the dial was lost. */
async function nameOf(parts: TwilioParts, asked: AskedCall): Promise<string | null> {
  const found = await findAtTwilio(parts, asked)
  if (!('kind' in found)) return found.twilio.sid
  if (found.kind === 'absent') return null
  throw new Error(found.message)
}

/** @throws where it is not certain that the line is free */
export async function hangUp(parts: TwilioParts, sid: string): Promise<void> {
  const ended = await askTwilio(parts, (client) => client.calls(sid).update({ status: 'completed' }), {
    anyway: true,
  })
  // 21220: it had ended
  if (!ended.ok && ended.fault.status !== 404 && ended.fault.code !== '21220')
    throw new NotNow(ended.fault.message)
}
