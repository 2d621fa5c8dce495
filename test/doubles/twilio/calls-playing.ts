// Plays one call: rings, answers, follows our TwiML as Twilio does, and sends us its callbacks.

import { setTimeout as sleep } from 'node:timers/promises'
import { ringPhone } from './calls-phones.ts'
import { isOver, type PlayedCall, type PlayedRecording } from './calls-resources.ts'
import type { NextCallback, Playing } from './playing.ts'
import type { Fields } from './state.ts'
import { type Element, readTwiml } from './twiml.ts'

const RING_SECONDS = 6
const WORDS_A_SECOND = 2.6
const MOST_ANSWERS = 100
const PRICE_AFTER_SECONDS = 60

export async function play(playing: Playing): Promise<void> {
  const { call, gate } = playing
  tellStatus(playing, 'initiated')
  await pass(playing, 1)
  if (isOver(call)) return
  change(call, 'ringing')
  tellStatus(playing, 'ringing')
  await pass(playing, RING_SECONDS)
  await gate('answered')
  if (isOver(call)) return
  const { rings } = call.line
  if (rings !== 'answered') {
    if (rings === 'no-answer') await pass(playing, Number(call.form.get('Timeout') ?? 60))
    return finish(playing, rings)
  }
  change(call, 'in-progress')
  call.startedAt = new Date()
  tellStatus(playing, 'in-progress')
  await converse(playing)
  finish(playing, 'completed')
}

/** Ends the call, once. */
export function finish(playing: Playing, status: string): void {
  const { call, over, state } = playing
  if (isOver(call)) return
  change(call, status)
  call.endedAt = new Date()
  over.abort()
  if (call.startedAt && status === 'completed') call.talked = Math.max(1, call.talked)
  tellStatus(playing, status)
  for (const recording of call.recordings) endRecording(playing, recording)
  state.watch(
    sleep((PRICE_AFTER_SECONDS * 1000) / state.speed).then(() => {
      call.price = call.startedAt ? `-${(0.0252 * Math.ceil(call.talked / 60)).toFixed(4)}` : '0'
    }),
  )
}

/** Replaces the instructions that the call follows, in the middle of a verb. */
export function redirect(playing: Playing, twiml: string): void {
  playing.redirected = readTwiml(twiml)
  playing.interrupt.abort()
}

function change(call: PlayedCall, status: string): void {
  call.status = status
  call.changedAt = new Date()
}

/** So much of the call's time, unless it ends meanwhile. */
async function pass(playing: Playing, seconds: number): Promise<void> {
  const { call, state, over, interrupt } = playing
  const signal = AbortSignal.any([over.signal, interrupt.signal])
  await sleep((seconds * 1000) / state.speed, undefined, { signal }).catch(() => undefined)
  if (!call.startedAt || isOver(call)) return
  call.talked += seconds
  detect(playing)
}

const rfc2822 = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

function standard({ sid, to, from, status }: PlayedCall): Fields {
  return {
    CallSid: sid,
    From: from,
    To: to,
    Caller: from,
    Called: to,
    Direction: 'outbound-api',
    CallStatus: status,
    FromCity: '',
    FromCountry: 'AU',
    ToCity: '',
    ToCountry: 'AU',
  }
}

/** Callbacks are sent immediately and not awaited: they may arrive out of order. */
function tellStatus({ call, state }: Playing, status: string): void {
  const { form } = call
  const address = form.get('StatusCallback')
  const event =
    { initiated: 'initiated', ringing: 'ringing', 'in-progress': 'answered' }[status] ?? 'completed'
  if (!address || !form.getAll('StatusCallbackEvent').includes(event)) return
  const ended = event === 'completed'
  const { sipCode } = call.line
  const fields: Fields = {
    ...standard(call),
    CallStatus: status,
    Timestamp: rfc2822(new Date()),
    CallbackSource: 'call-progress-events',
    SequenceNumber: String(call.told++),
    ...(ended && { CallDuration: String(Math.round(call.talked)) }),
    ...(ended && { Duration: String(Math.ceil(call.talked / 60)) }),
    ...(ended && { SipResponseCode: String(status === 'completed' ? 200 : (sipCode ?? 487)) }),
    ...(ended && call.answeredBy && !call.line.keepsVerdict && { AnsweredBy: call.answeredBy }),
  }
  state.watch(state.post(address, fields))
}

/** The detector runs in the call's own time, and reports once. */
function detect({ call, state }: Playing): void {
  const { detected } = call.line
  const address = call.form.get('AsyncAmdStatusCallback')
  if (!detected || call.answeredBy !== null || call.talked < detected.afterSeconds) return
  if (!address || !call.form.has('MachineDetection')) return
  call.answeredBy = detected.as
  const fields = {
    CallSid: call.sid,
    AnsweredBy: detected.as,
    MachineDetectionDuration: String(detected.afterSeconds * 1000),
  }
  state.watch(state.post(address, fields))
}

async function converse(playing: Playing): Promise<void> {
  const { call } = playing
  let next: { address: string; fields: Fields } | null = { address: call.form.get('Url') ?? '', fields: {} }
  for (let count = 0; next && count < MOST_ANSWERS && !isOver(call); count++) {
    const verbs: Element[] | null = await ask(playing, next)
    next = verbs && (await follow(playing, verbs))
    while (playing.redirected && !isOver(call)) {
      const instead: Element[] = playing.redirected
      playing.redirected = null
      playing.interrupt = new AbortController()
      next = await follow(playing, instead)
    }
  }
}

/** @returns the verbs of our response; null where Twilio would report an application error */
async function ask(
  { call, state }: Playing,
  { address, fields }: { address: string; fields: Fields },
): Promise<Element[] | null> {
  const reply = await state.post(address, { ...standard(call), ...fields })
  if (!reply || reply.status >= 300) {
    call.problems.push(`11200: ${reply ? `${reply.status} ${reply.text}` : 'no answer'} of ${address}`)
    return null
  }
  try {
    return readTwiml(reply.text)
  } catch (error) {
    call.problems.push(`12100: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

/** Executes the verbs in order. @returns the next callback; null: the call ends */
async function follow(playing: Playing, verbs: readonly Element[]): Promise<NextCallback> {
  const { call } = playing
  for (const verb of verbs) {
    if (playing.redirected) return null
    if (isOver(call) || call.talked > Number(call.form.get('TimeLimit') ?? 14_400)) return null
    switch (verb.name) {
      case 'Say':
        await hear(playing, verb)
        break
      case 'Pause':
        await pass(playing, Number(verb.attributes.length ?? 1))
        break
      case 'Start':
        for (const child of verb.children) if (child.name === 'Recording') startRecording(playing, child)
        break
      case 'Gather': {
        const asked = await gather(playing, verb)
        if (asked !== 'on') return asked
        break
      }
      case 'Dial':
        return ringPhone(playing, verb, (seconds) => pass(playing, seconds))
      case 'Redirect':
        return { address: verb.text, fields: {} }
      case 'Hangup':
        return null
      default:
        call.problems.push(`12200: <${verb.name}> is not played here`)
        return null
    }
  }
  return null
}

async function hear(playing: Playing, { text }: Element): Promise<void> {
  const { call } = playing
  if (text.length > 4096) call.problems.push('13520: more than 4096 characters are said')
  call.said.push(text)
  await pass(playing, text.split(/\s+/).length / WORDS_A_SECOND)
}

async function gather(playing: Playing, verb: Element): Promise<NextCallback | 'on'> {
  const { call, gate } = playing
  const { attributes, children } = verb
  const says = children.filter(({ name }) => name === 'Say')
  const count = ++call.asked
  await gate('over')
  if (isOver(call)) return null
  const act = call.line.does({ count, text: says.map(({ text }) => text).join(' ') })
  if (act === 'silence') {
    for (const child of says) await hear(playing, child)
    await pass(playing, Number(attributes.timeout ?? 5))
    if (playing.redirected) return null
    if (attributes.actionOnEmptyResult !== 'true') return 'on'
    return { address: attributes.action ?? '', fields: { msg: 'Gather End', Digits: '', FinishedOnKey: '' } }
  }
  // any act of the person interrupts the spoken text
  call.said.push(...says.map(({ text }) => text))
  await pass(playing, 3)
  if (act === 'hangs_up' || playing.redirected) return null
  const inputs = (attributes.input ?? 'dtmf').split(' ')
  if ('key' in act) {
    if (!inputs.includes('dtmf')) return 'on'
    return {
      address: attributes.action ?? '',
      fields: { msg: 'Gather End', Digits: act.key, FinishedOnKey: '' },
    }
  }
  if (!inputs.includes('speech')) return 'on'
  const fields = { SpeechResult: act.says, Confidence: '0.91', Language: attributes.language ?? 'en-US' }
  return { address: attributes.action ?? '', fields }
}

function startRecording(playing: Playing, { attributes }: Element): void {
  const { call, state } = playing
  const recording: PlayedRecording = {
    sid: state.sid('RE'),
    status: 'in-progress',
    startedAt: new Date(),
    from: call.talked,
    seconds: 0,
    callback: attributes.recordingStatusCallback ?? null,
    events: (attributes.recordingStatusCallbackEvent ?? 'completed').split(' '),
    deleted: false,
  }
  call.recordings.push(recording)
  tellRecording(playing, recording)
}

/** At the end of the call, or when it is stopped. */
export function endRecording(playing: Playing, recording: PlayedRecording): void {
  if (recording.status !== 'in-progress') return
  recording.status = 'completed'
  recording.seconds = Math.max(1, playing.call.talked - recording.from)
  tellRecording(playing, recording)
}

function tellRecording({ call, state }: Playing, recording: PlayedRecording): void {
  const { callback, events, sid, status, startedAt, seconds } = recording
  if (!callback || !events.includes(status)) return
  const address = `https://api.twilio.com/2010-04-01/Accounts/${state.accountSid}/Recordings/${sid}`
  const fields: Fields = {
    CallSid: call.sid,
    RecordingSid: sid,
    RecordingStatus: status,
    RecordingChannels: '2',
    RecordingStartTime: rfc2822(startedAt),
    RecordingSource: 'StartCallRecordingTwiML',
    RecordingTrack: 'both',
    ErrorCode: '0',
    ...(status === 'completed' && { RecordingUrl: address, RecordingDuration: String(Math.round(seconds)) }),
  }
  state.watch(state.post(callback, fields))
}
