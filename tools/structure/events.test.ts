import { describe, expect, it } from 'vitest'
import { checkEvents } from './events.ts'

const events = {
  path: 'server/events.ts',
  text: "export interface AppEvents {\n  'call.ended': { callId: number }\n}\n",
}
const emitter = { path: 'server/modules/calls/intake.ts', text: "await tx.emit('call.ended', { callId })" }
const listener = (module: string) => ({
  path: `server/modules/${module}/module.ts`,
  text: "  listeners: {\n    'call.ended': followEnd,\n  },",
})

describe('events', () => {
  it('are heard by another module than the one that emits them', () => {
    expect(checkEvents([events, emitter, listener('brokers')])).toEqual([])
    expect(checkEvents([events, emitter, listener('calls'), listener('brokers')])).toEqual([])
  })

  it.each([
    ['nobody hears', [emitter], 'call.ended has no listener in another module'],
    ['only the emitter hears', [emitter, listener('calls')], 'call.ended has no listener in another module'],
    [
      'only a test hears',
      [emitter, { ...listener('brokers'), path: 'server/modules/brokers/a.test.ts' }],
      'no listener',
    ],
    ['nobody emits', [listener('brokers')], 'nobody emits call.ended'],
  ])('that %s are a problem', (_title, files, problem) => {
    expect(checkEvents([events, ...files])).toEqual([expect.stringContaining(problem)])
  })
})
