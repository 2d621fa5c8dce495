import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Worker } from '#server/platform/loop.ts'
import type { DB } from '#server/schema.gen.ts'
import type { VendorName } from './ports/vendors.ts'
import type { ChoiceResult, OfferTimes, VoiceEventSink, VoiceProvider } from './ports/voice.ts'
import type { Providers } from './providers.ts'
import { createSimulator, type Simulator } from './simulator/simulator.ts'
import type { ConfiguredVendors } from './vendors.registry.ts'

export interface SimulatorParts {
  config: Pick<Config, 'simulator' | 'dataDir'>
  db: Kysely<DB>
  log: Log
  /** The real time. */
  now(): Date
  /** Applies its events. */
  sink: VoiceEventSink
  offerTimes: OfferTimes
  choiceResult: ChoiceResult
  /** Decisions of the product that it needs. */
  rules: {
    isFictitious(e164: string): boolean
    /** The first instant at or after this one that is within legal hours in the whole country. */
    nextWholeCountryLegal(at: Date): Date | null
  }
}

/**
 * Every installation has one: it continues to play calls and keeps its recordings after a vendor gets the new calls.
 */
export async function openSimulator(parts: SimulatorParts): Promise<Simulator> {
  const { config, rules, ...rest } = parts
  const simulator = createSimulator({
    ...rest,
    speed: config.simulator.speed,
    startsAt: config.simulator.now,
    outcomes: config.simulator.outcomes,
    isFictitious: rules.isFictitious,
    nextLegal: rules.nextWholeCountryLegal,
  })
  // where earlier versions left the sound of calls in the clear
  await rm(join(config.dataDir, 'cache', 'recordings'), { recursive: true, force: true })
  await simulator.prepare()
  return simulator
}

export type Voice = Providers['voice'] & {
  /** To be started in the worker role. */
  workers: Worker[]
  scriptReader: Providers['scriptReader']
  close(): Promise<void>
}

/** The telephone providers of this installation, and which of them gets new calls. */
export async function createVoice(
  config: Pick<Config, 'voiceProvider' | 'demo'>,
  { simulator, vendors }: { simulator: Simulator; vendors: Pick<ConfiguredVendors, VendorName> },
): Promise<Voice> {
  const live = await liveProviders(vendors)
  const { vapi, twilio } = live
  // a vendor without its own number is configured but places no calls
  const calling = {
    // chosen in Settings at any time
    get vapi() {
      return vendors.vapi?.config.phoneNumberId ? vapi : null
    },
    get twilio() {
      return vendors.twilio?.config.from ? twilio : null
    },
    simulator,
  }
  const { voiceProvider } = config
  const demo = config.demo ? simulator : null
  return {
    get active() {
      return voiceProvider === 'auto' ? (calling.vapi ?? calling.twilio ?? demo) : calling[voiceProvider]
    },
    named: (name) => [simulator, vapi, twilio].find((provider) => provider?.name === name) ?? null,
    fallbackOf: (name) => (voiceProvider === 'auto' && name === 'vapi' ? calling.twilio : null),
    workers: [simulator.player],
    scriptReader: simulator.scriptReader,
    close: simulator.close,
  }
}

/** Their code is loaded only where it is needed. */
async function liveProviders({ twilio, vapi }: Pick<ConfiguredVendors, VendorName>): Promise<{
  twilio: VoiceProvider | null
  vapi: VoiceProvider | null
}> {
  return {
    twilio: twilio && (await import('./twilio/voice/voice.ts')).createTwilioVoice(twilio),
    vapi: vapi && (await import('./vapi/voice/voice.ts')).createVapiVoice(vapi),
  }
}
