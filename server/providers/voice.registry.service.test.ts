import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '#server/config.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { createVoice, type Voice } from './voice.registry.ts'

describe('the providers of an installation', () => {
  let world: CallsWorld
  beforeAll(async () => {
    world = await createCallsWorld()
  })
  afterAll(async () => {
    await world?.close()
  })

  function voiceOf(voiceProvider: Config['voiceProvider'], demo: boolean): Voice {
    return createVoice({ voiceProvider, demo }, { simulator: world.simulator, live: [] })
  }

  // Covers: running-19
  it.each([
    ['auto', true, 'simulator'],
    ['auto', false, undefined],
    ['simulator', false, 'simulator'],
    ['twilio', true, undefined],
    ['vapi', true, undefined],
  ] as const)('VOICE_PROVIDER=%s with demo %s gives new calls to %s', async (choice, demo, name) => {
    expect(voiceOf(choice, demo).active?.name).toBe(name)
  })

  it('still has the simulator for the calls that it made', async () => {
    const voice = voiceOf('auto', false)
    expect(voice.named('simulator')?.name).toBe('simulator')
    expect(voice.named('twilio')).toBeNull()
  })
})
