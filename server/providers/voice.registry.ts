import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Worker } from '#server/platform/loop.ts'
import type { DB } from '#server/schema.gen.ts'
import type { OpenVendor } from './live/definition.ts'
import type {
  ChoiceResult,
  OfferCallback,
  OfferTimes,
  PersonClock,
  VoiceEventSink,
  VoiceProvider,
} from './ports/voice.ts'
import type { Providers } from './providers.ts'
import { createSimulator, type Simulator } from './simulator/simulator.ts'

export interface SimulatorParts {
  config: Pick<Config, 'simulator' | 'dataDir'>
  db: Kysely<DB>
  log: Log
  /** The real time. */
  now(): Date
  /** Applies its events. */
  sink: VoiceEventSink
  offerTimes: OfferTimes
  offerCallback: OfferCallback
  personClock: PersonClock
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
export function createVoice(
  { voiceProvider, demo }: Pick<Config, 'voiceProvider' | 'demo'>,
  { simulator, live }: { simulator: Simulator; live: readonly OpenVendor[] },
): Voice {
  // in order of preference; a vendor without its own number is configured but places no calls
  const calling = (): VoiceProvider[] => live.filter((one) => one.canCall()).map(({ voice }) => voice)
  const all = [simulator, ...live.map(({ voice }) => voice)]
  return {
    get active() {
      if (voiceProvider === 'auto') return calling()[0] ?? (demo ? simulator : null)
      return [simulator, ...calling()].find(({ name }) => name === voiceProvider) ?? null
    },
    named: (name) => all.find((provider) => provider.name === name) ?? null,
    fallbackOf(name) {
      const place = live.findIndex(({ voice }) => voice.name === name)
      if (voiceProvider !== 'auto' || place < 0) return null
      return live.slice(place + 1).find((one) => one.canCall())?.voice ?? null
    },
    workers: [simulator.player],
    scriptReader: simulator.scriptReader,
    close: simulator.close,
  }
}
