// Arbitrary calls for property tests and proofs: possible events of providers, in any order and number.

import fc from 'fast-check'
import { callOutcomes, callResponses } from '#contract/calls/calls.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'

const at = fc.integer({ min: 0, max: 600 }).map((second) => new Date(Date.UTC(2026, 10, 24, 1, 0, second)))
const text = fc.constantFrom(null, 'a', 'b')

const told = fc.oneof(
  fc.record({ kind: fc.constant('ringing' as const) }),
  fc.record({ kind: fc.constant('answered' as const) }),
  fc.record({
    kind: fc.constant('answered_by' as const),
    who: fc.constantFrom('person' as const, 'screener' as const, 'silence' as const),
    by: fc.constantFrom('speech' as const, 'vendor' as const),
    text,
  }),
  fc.record({ kind: fc.constant('menu' as const) }),
  fc.record({
    kind: fc.constant('option' as const),
    option: fc.constantFrom(...callResponses),
    source: fc.constantFrom('key' as const, 'voice' as const),
  }),
  fc.record({ kind: fc.constant('operator' as const) }),
  fc.record({ kind: fc.constant('opt_out_unclear' as const), text: fc.constantFrom('stop', 'no more') }),
  fc.record({ kind: fc.constant('recording_declined' as const) }),
  fc.oneof(
    fc.record({
      kind: fc.constant('recording' as const),
      status: fc.constantFrom('recording' as const, 'failed' as const),
      ref: fc.constant(null),
    }),
    fc.record({
      kind: fc.constant('recording' as const),
      status: fc.constant('completed' as const),
      ref: fc.constantFrom('x', 'y'),
    }),
  ),
  fc.record({
    kind: fc.constant('transcript' as const),
    lines: fc.constantFrom([], [{ at: 0, speaker: 'agent' as const, text: 'Hello' }]),
    summary: text,
  }),
  fc.record({
    kind: fc.constant('cost' as const),
    amount: fc.constantFrom('0.1200', '0.3000'),
    currency: fc.constant('USD'),
  }),
  fc.record({
    kind: fc.constant('ended' as const),
    outcome: fc.constantFrom(...callOutcomes),
    durationSeconds: fc.integer({ min: 0, max: 600 }),
    message: text,
  }),
)

/** The events of one call, each with a key of its own, in the order in which they happened to be made up. */
export const callStory: fc.Arbitrary<VoiceEvent[]> = fc
  .array(fc.tuple(told, at), { minLength: 1, maxLength: 9 })
  .map((list) =>
    // every member of the list is an event without key and time
    list.map(([event, time], index) => ({ ...event, key: `k${index}`, at: time }) as VoiceEvent),
  )

export interface Delivery {
  story: VoiceEvent[]
  /** The delivered events, in batches: shuffled, repeated, with losses. */
  batches: VoiceEvent[][]
}

/** A story with one possible delivery of its events; lost events are only in the story. */
export const delivery: fc.Arbitrary<Delivery> = callStory.chain((story) =>
  fc.array(fc.integer({ min: 0, max: story.length - 1 }), { maxLength: 2 * story.length }).chain((picks) =>
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }).map((sizes) => {
      const arriving = picks.flatMap((pick) => story[pick] ?? [])
      const batches: VoiceEvent[][] = []
      for (let i = 0; arriving.length > 0; i++) batches.push(arriving.splice(0, sizes[i % sizes.length] ?? 1))
      return { story, batches }
    }),
  ),
)
