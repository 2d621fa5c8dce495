import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallsWorld, createCallsWorld } from '#server/test/calls-world.ts'
import { createVoice, type Voice, type VoiceOptions } from './registry.ts'

describe('the providers of an installation', () => {
  let world: CallsWorld
  const voices: Voice[] = []
  beforeAll(async () => {
    world = await createCallsWorld()
  })
  afterAll(async () => {
    for (const voice of voices) await voice.close()
    await world?.close()
  })

  async function voiceOf(
    voiceProvider: VoiceOptions['config']['voiceProvider'],
    demo: boolean,
  ): Promise<Voice> {
    const voice = await createVoice({
      config: {
        voiceProvider,
        demo,
        dataDir: '/nowhere',
        simulator: { speed: 1, outcomes: 'realistic', now: null },
      },
      db: world.db,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      sink: async () => undefined,
      rules: { isFictitious: () => true, nextWholeCountryLegal: (at) => at },
    })
    voices.push(voice)
    return voice
  }

  it.each([
    ['auto', true, 'simulator'],
    ['auto', false, undefined],
    ['simulator', false, 'simulator'],
    ['twilio', true, undefined],
    ['vapi', true, undefined],
  ] as const)('VOICE_PROVIDER=%s with demo %s gives new calls to %s', async (choice, demo, name) => {
    expect((await voiceOf(choice, demo)).active?.name).toBe(name)
  })

  it('still has the simulator for the calls that it made', async () => {
    const voice = await voiceOf('auto', false)
    expect(voice.named('simulator')?.name).toBe('simulator')
    expect(voice.named('twilio')).toBeNull()
  })
})
