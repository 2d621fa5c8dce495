// A phone that our TwiML dials for the person on the line: it rings, and its owner follows the instructions of <Number url>.

import type { Phone } from './calls-lines.ts'
import type { PlayedPhone } from './calls-resources.ts'
import type { NextCallback, Playing } from './playing.ts'
import type { Fields } from './state.ts'
import { type Element, readTwiml } from './twiml.ts'

type Pass = (seconds: number) => Promise<void>

const ANSWER_SECONDS = 4
const TALK_SECONDS = 9

/** Plays <Dial>. @returns the callback of its end */
export async function ringPhone(
  playing: Playing,
  { children, attributes }: Element,
  pass: Pass,
): Promise<NextCallback> {
  const { call } = playing
  const number = children.find(({ name }) => name === 'Number')
  const phone: PlayedPhone = { to: number?.text ?? '', heard: [], bridged: false }
  call.phones.push(phone)
  const kind = call.line.phone(phone.to)
  const timeout = Number(attributes.timeout ?? 30)
  const ended = (status: string, more: Fields = {}): NextCallback =>
    attributes.action ? { address: attributes.action, fields: { DialCallStatus: status, ...more } } : null
  if (kind === 'busy' || kind === 'failed') {
    await pass(1)
    return ended(kind)
  }
  if (kind === 'no-answer' || timeout < ANSWER_SECONDS) {
    await pass(timeout)
    return ended('no-answer')
  }
  await pass(ANSWER_SECONDS)
  const url = number?.attributes.url
  phone.bridged = url === undefined || (await listens({ playing, phone, kind, pass }, url))
  if (!phone.bridged) return ended('completed', { DialBridged: 'false' })
  await pass(TALK_SECONDS)
  return ended('completed', { DialBridged: 'true', DialCallDuration: String(TALK_SECONDS) })
}

interface Leg {
  playing: Playing
  phone: PlayedPhone
  kind: Phone
  pass: Pass
}

/** @returns whether the instructions of the other leg end without hanging up, which connects the lines */
async function listens(leg: Leg, url: string): Promise<boolean> {
  const { playing, phone, kind, pass } = leg
  const { call, state } = playing
  const own = { CallSid: state.sid('CA'), ParentCallSid: call.sid, From: call.from, To: phone.to }
  let callback: NextCallback = { address: url, fields: {} }
  for (let count = 0; callback && count < 5; count++) {
    const reply = await state.post(callback.address, {
      ...{ ...own, Direction: 'outbound-dial', CallStatus: 'in-progress' },
      ...callback.fields,
    })
    if (!reply || reply.status >= 300) return false
    const verbs = readTwiml(reply.text)
    const gather = verbs.find(({ name }) => name === 'Gather')
    if (!gather) return !verbs.some(({ name }) => name === 'Hangup')
    const says = gather.children.map(({ text }) => text)
    phone.heard.push(...says)
    if (kind === 'hangs_up') {
      await pass(1)
      return false
    }
    await pass(says.join(' ').split(/\s+/).length / 2.6)
    if (kind === 'mailbox') await pass(Number(gather.attributes.timeout ?? 5))
    const Digits = kind === 'accepts' ? '1' : kind === 'declines' ? '2' : ''
    callback = { address: gather.attributes.action ?? '', fields: { msg: 'Gather End', Digits } }
  }
  return false
}
