import type {
  CallListing,
  CallLookup,
  DialAnswer,
  DialRequest,
  ProviderName,
  VoiceProvider,
} from '#server/providers/ports/voice.ts'

/** A scripted telephone line that records its requests; tests set its clock. */
export interface TestLine {
  provider: VoiceProvider
  /** Its dials, in order. */
  dials: { callId: number; to: string; at: Date }[]
  /** Ids of looked-up calls, in order. */
  lookups: number[]
  /** Ids of calls that it had to end. */
  ended: number[]
  clock: Date
  /** End of its pause; requests before then are mistakes. */
  rests: Date | null
  /** How often somebody wanted to know that. */
  looks: number
  /** How often `restsUntil` was called. */
  answer: (request: DialRequest) => DialAnswer | Promise<DialAnswer>
  /** The response to a dial; accepted by default. */
  lookup: (callId: number) => CallLookup
  listing: () => CallListing
}

export interface LineOptions {
  /** A live one, unless it is the simulator. */
  name?: ProviderName
  simulated?: boolean
  /** The simulator has one; a live line only where it follows the simulator's clock. */
  ownClock?: boolean
  callsPerSecond?: number | null
  onDial?: (request: DialRequest) => void
}

export function createLine(options: LineOptions = {}): TestLine {
  const name = options.name ?? (options.simulated === false ? 'vapi' : 'simulator')
  const simulated = name === 'simulator'
  const line: TestLine = {
    clock: new Date('2026-11-24T10:00:00+11:00'),
    dials: [],
    lookups: [],
    ended: [],
    rests: null,
    looks: 0,
    answer: ({ callId }) => ({ kind: 'accepted', from: null, providerCallId: `line-${callId}` }),
    lookup: () => ({ kind: 'absent' }),
    listing: () => ({ kind: 'listed', calls: [] }),
    provider: {
      name,
      simulated,
      ownClock: options.ownClock ?? simulated,
      callsPerSecond: options.callsPerSecond ?? null,
      now: async () => line.clock,
      clock: async () => ({ now: line.clock, speed: 1 }),
      clockAtStart: async () => line.clock,
      startClock: async () => line.clock,
      mayDial: () => true,
      async dial(request) {
        line.dials.push({ callId: request.callId, to: request.to, at: line.clock })
        options.onDial?.(request)
        return line.answer(request)
      },
      async lookup({ callId }) {
        line.lookups.push(callId)
        return line.lookup(callId)
      },
      listSince: async () => line.listing(),
      reportsChoices: name !== 'twilio',
      async end({ callId }) {
        line.ended.push(callId)
      },
      recording: () => Promise.reject(new Error('no recordings here')),
      async restsUntil() {
        line.looks += 1
        return line.rests
      },
    },
  }
  return line
}

/** The response of a provider that refuses before it dials. */
export const refusing =
  (message: string, outcome: 'provider_fault' | 'invalid_number' = 'provider_fault'): TestLine['answer'] =>
  () => ({ kind: 'refused', outcome, message })
