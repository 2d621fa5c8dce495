// Both vendors' callbacks of one answered call, in their order: one person in five chooses an option.
import { signedCallback } from '#test/doubles/twilio/state.ts'

export interface SeededCall {
  id: number
  providerCallId: string
  toNumber: string
}

export interface Told {
  /** The kind of message; for tools a caller waits on the line for the response. */
  kind: 'callback' | 'tool'
  path: string
  headers: Record<string, string>
  body: string
}

/** Yields the next callback, given the response to the one before. */
export type Story = Generator<Told, void, string>

const choiceOf = ({ id }: SeededCall) => (id % 5 === 0 ? ((id / 5) & 3) + 1 : null)

/** @param publicUrl the address that Twilio signs */
export function* twilioStory(
  call: SeededCall,
  { accountSid, authToken, publicUrl }: { accountSid: string; authToken: string; publicUrl: string },
): Story {
  const told = (address: string, fields: Record<string, string>): Told => {
    const url = new URL(address, publicUrl)
    const { headers, body } = signedCallback(
      url.href,
      {
        ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', CallSid: call.providerCallId },
        ...{ From: '+61491570501', To: call.toNumber, Called: call.toNumber, Caller: '+61491570501' },
        ...{ Direction: 'outbound-api', FromCountry: 'AU', ToCountry: 'AU', ...fields },
      },
      authToken,
    )
    return { kind: 'callback', path: url.pathname + url.search, headers, body }
  }
  let sequence = 0
  const status = (CallStatus: string, more: Record<string, string> = {}) =>
    told(`/api/webhooks/twilio/status?call=${call.id}`, {
      ...{ CallStatus, Timestamp: new Date().toUTCString(), CallbackSource: 'call-progress-events' },
      SequenceNumber: String(sequence++),
      ...more,
    })
  const recording = (RecordingStatus: string) =>
    told(`/api/webhooks/twilio/recording?call=${call.id}`, {
      ...{ RecordingStatus, RecordingSid: call.providerCallId.replace('CA', 'RE') },
      ...{ RecordingStartTime: new Date().toUTCString(), RecordingDuration: '40' },
    })
  yield status('initiated')
  yield status('ringing')
  yield status('in-progress')
  let twiml = yield told(`/api/webhooks/twilio/answer?call=${call.id}`, { CallStatus: 'in-progress' })
  yield told(`/api/webhooks/twilio/machine?call=${call.id}`, {
    ...{ AnsweredBy: 'human', MachineDetectionDuration: '2100' },
  })
  yield recording('in-progress')
  twiml = yield told(actionOf(twiml), { CallStatus: 'in-progress', msg: 'Gather End' })
  const choice = choiceOf(call)
  if (choice !== null) {
    const next = yield told(actionOf(twiml), { CallStatus: 'in-progress', Digits: String(choice) })
    // the first of the times that are offered
    if (choice === 2) yield told(actionOf(next), { CallStatus: 'in-progress', Digits: '1' })
  }
  yield status('completed', { CallDuration: '41', Duration: '1', SipResponseCode: '200' })
  yield recording('completed')
}

function actionOf(twiml: string): string {
  const action = /<Gather[^>]* action="(?<url>[^"]+)"/.exec(twiml)?.groups?.url
  if (!action) throw new Error(`no Gather to answer in ${twiml}`)
  return action.replaceAll('&amp;', '&').replace(/#.*$/, '')
}

export function* vapiStory(call: SeededCall, { secret }: { secret: string }): Story {
  const path = `/api/webhooks/vapi?call=${call.id}`
  const headers = { 'content-type': 'application/json', 'x-vapi-secret': secret }
  const started = new Date()
  const of = {
    ...{ id: call.providerCallId, orgId: 'org', type: 'outboundPhoneCall', createdAt: started.toISOString() },
    ...{ startedAt: started.toISOString(), customer: { number: call.toNumber } },
    assistantOverrides: { metadata: { callId: call.id } },
  }
  const told = (message: object, kind: Told['kind'] = 'callback'): Told => {
    const body = JSON.stringify({ message: { timestamp: Date.now(), call: of, ...message } })
    return { kind, path, headers, body }
  }
  const words = [
    ['assistant', 'Hello, this is Alex, an AI assistant calling for Acme Lending.'],
    ['user', 'Go on, what is it about?'],
    ['assistant', 'Press 1 for the link, 2 for a meeting, 3 for accreditation.'],
  ] as const
  yield told({ type: 'status-update', status: 'queued' })
  yield told({ type: 'status-update', status: 'ringing' })
  yield told({ type: 'status-update', status: 'in-progress' })
  for (const [role, transcript] of words) {
    yield told({ type: 'transcript', role, transcriptType: 'final', transcript })
  }
  const choice = choiceOf(call)
  if (choice !== null) {
    const toolCall = {
      ...{ id: `call_${call.id}`, type: 'function' },
      function: { name: 'choose_option', arguments: JSON.stringify({ option: String(choice), by: 'voice' }) },
    }
    const answer = yield told({ type: 'tool-calls', toolCallList: [toolCall] }, 'tool')
    if (!answer.includes('"result"')) throw new Error(`the tool call was answered by ${answer}`)
  }
  const messages = words.map(([role, message], index) => ({
    ...{ role: role === 'user' ? 'user' : 'bot', message, time: Date.now(), secondsFromStart: index * 4 },
  }))
  yield told({ type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' })
  yield told({
    ...{ type: 'end-of-call-report', endedReason: 'customer-ended-call', cost: 0.1234 },
    ...{ startedAt: started.toISOString(), endedAt: new Date(started.getTime() + 41_000).toISOString() },
    artifact: { messages, recording: { mono: { combinedUrl: 'https://storage.vapi.ai/x.mp3' } } },
    analysis: { summary: 'A broker asked for the link.' },
  })
}
