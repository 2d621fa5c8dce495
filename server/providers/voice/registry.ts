import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Worker } from '#server/module.ts'
import type { Log } from '#server/platform/log.ts'
import type { DB } from '#server/schema.gen.ts'
import type { Providers } from '../providers.ts'
import type { VoiceEventSink } from './port.ts'
import { createSimulator, type Simulator } from './simulator/simulator.ts'

export interface VoiceOptions {
  config: Pick<Config, 'voiceProvider' | 'simulator' | 'demo' | 'dataDir'>
  db: Kysely<DB>
  log: Log
  /** The real time. */
  now(): Date
  /** Takes in what providers tell. */
  sink: VoiceEventSink
  /** Decisions of the product that a provider needs. */
  rules: {
    isFictitious(e164: string): boolean
    /** The first instant at or after this one at which everybody in the country may be called. */
    nextWholeCountryLegal(at: Date): Date | null
  }
}

export type Voice = Providers['voice'] & {
  /** To be started in the worker role. */
  workers: Worker[]
  /** The simulator itself: it plays on, and its recordings stay, also where another provider takes the new calls. */
  simulator: Simulator
  close(): Promise<void>
}

/** Builds the telephone providers that this installation has. */
export async function createVoice(options: VoiceOptions): Promise<Voice> {
  const { config } = options
  const simulator = createSimulator({
    db: options.db,
    log: options.log,
    sink: options.sink,
    now: options.now,
    speed: config.simulator.speed,
    startsAt: config.simulator.now,
    outcomes: config.simulator.outcomes,
    isFictitious: options.rules.isFictitious,
    nextLegal: options.rules.nextWholeCountryLegal,
    cacheDir: join(config.dataDir, 'cache', 'recordings'),
  })
  await simulator.prepare()
  return {
    active: usesSimulator(config) ? simulator : null,
    named: (name) => (name === simulator.name ? simulator : null),
    workers: [simulator.player],
    simulator,
    close: () => simulator.close(),
  }
}

/** Asked for, or the demo's choice where no live provider is configured. */
function usesSimulator({ voiceProvider, demo }: VoiceOptions['config']): boolean {
  return voiceProvider === 'simulator' || (voiceProvider === 'auto' && demo)
}
