import type {
  CallLookup,
  DialAnswer,
  DialRequest,
  ProviderName,
  VoiceProvider,
} from '#server/providers/ports/voice.ts'

/** A telephone line that does as it is told: it notes what it is asked and its clock moves only by hand. */
export interface TestLine {
  provider: VoiceProvider
  /** What it was asked to dial, in order. */
  dials: { callId: number; to: string; at: Date }[]
  /** Calls it was asked about, in order. */
  lookups: number[]
  /** Calls it was asked to end. */
  ended: number[]
  clock: Date
  /** It is not to be asked before then. */
  rests: Date | null
  /** How often somebody wanted to know that. */
  looks: number
  /** What it says to a dial; accepted unless replaced. */
  answer: (request: DialRequest) => DialAnswer | Promise<DialAnswer>
  /** What it says of a call; it has none unless replaced. */
  lookup: (callId: number) => CallLookup
}

export interface LineOptions {
  /** A live one, unless it is the simulator. */
  name?: ProviderName
  simulated?: boolean
  /** The simulator has one; a live one only where it goes by the simulator's. */
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

/** How a provider says no before it dials. */
export const refusing =
  (message: string, outcome: 'provider_fault' | 'invalid_number' = 'provider_fault'): TestLine['answer'] =>
  () => ({ kind: 'refused', outcome, message })
