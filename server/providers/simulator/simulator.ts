import type { Kysely } from 'kysely'
import { SIMULATOR_REFUSES } from '#contract/brokers/phone-messages.ts'
import { againWhenInTheWay } from '#server/platform/db/attempt.ts'
import type { Log } from '#server/platform/log.ts'
import type { Worker } from '#server/platform/loop.ts'
import type { DB } from '#server/schema.gen.ts'
import type { ScriptReader } from '../ports/speech.ts'
import type {
  CallLookup,
  ChoiceResult,
  OfferCallback,
  OfferTimes,
  PersonClock,
  VoiceEventSink,
  VoiceProvider,
} from '../ports/voice.ts'
import { createSimulatorClock, type SimulatorClockOptions } from './clock.ts'
import type { CallHooks } from './plan/agent.ts'
import { endPlan, planCall } from './plan/rules.ts'
import type { Outcomes } from './plan/scenario.ts'
import { createPlayer } from './player.ts'
import { createRecordingRenderer } from './recording/renderer.ts'
import type { RecordingScore } from './recording/score.ts'
import { createScriptReader } from './script-reader.ts'
import { findCall, insertDial, lastSaid, providerCallId, replacePlan, toVoiceEvent } from './store.ts'

export interface SimulatorOptions extends Omit<SimulatorClockOptions, 'db'> {
  db: Kysely<DB>
  log: Log
  sink: VoiceEventSink
  offerTimes: OfferTimes
  offerCallback: OfferCallback
  personClock: PersonClock
  choiceResult: ChoiceResult
  outcomes: Outcomes
  /** Whether a number is unassigned, by the national list of fictitious numbers. */
  isFictitious(e164: string): boolean
}

export interface Simulator extends VoiceProvider {
  /** Plays the calls; to be started in the worker role. */
  player: Worker
  /** Delivers due events now; the player does this automatically. */
  playDue(): Promise<number>
  scriptReader: ScriptReader
  prepare(): Promise<void>
  close(): Promise<void>
}

/** A telephone network of its own: takes the same calls as a live provider and keeps its state in the database. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { db } = options
  const clock = createSimulatorClock(options)
  const player = createPlayer(options)
  const renderer = createRecordingRenderer()
  /** The clock never stops once it runs, so it is made to run only once. */
  let running = false

  /** Times are held and calls are looked up while the plan is made, because the plan contains every line. */
  function hooksOf(callId: number): CallHooks {
    return {
      clock: () => options.personClock({ callId }),
      offerTimes: (offer) => options.offerTimes({ callId, offer }),
      offerCallback: (wish) => options.offerCallback({ callId, wish }),
    }
  }

  async function scoreOf(callId: number): Promise<RecordingScore> {
    const call = await findCall(db, callId)
    if (!call?.plan.score) throw new Error(`the simulator has no recording of call ${callId}`)
    return call.plan.score
  }

  return {
    name: 'simulator',
    simulated: true,
    ownClock: true,
    callsPerSecond: null,
    now: async (inside) => (await clock.read(inside)).now,
    clock: () => clock.read(),
    clockAtStart: clock.atStart,
    startClock: clock.ensureStarted,
    mayDial: options.isFictitious,
    async dial(request) {
      if (!options.isFictitious(request.to)) {
        return { kind: 'refused', outcome: 'invalid_number', message: SIMULATOR_REFUSES }
      }
      const { callId } = request
      const plan = await planCall(request, options.outcomes, hooksOf(callId))
      if (!running) await clock.run(db)
      running = true
      const id = await insertDial(db, { callId, to: request.to, plan })
      if (plan.refused !== null) return { kind: 'refused', outcome: 'invalid_number', message: plan.refused }
      player.wake()
      return { kind: 'accepted', providerCallId: providerCallId(id), from: null }
    },
    async lookup({ callId }): Promise<CallLookup> {
      const call = await findCall(db, callId)
      if (!call) return { kind: 'absent' }
      const events = call.plan.events.map((planned) => toVoiceEvent(call, planned))
      return {
        kind: 'found',
        providerCallId: providerCallId(call.id),
        from: null,
        events: events.filter(({ at }) => at <= call.now),
      }
    },
    // its calls are in the same database as ours, so an older copy of it has both
    listSince: async () => ({ kind: 'listed', calls: [] }),
    reportsChoices: true,
    lastSaid: async (callIds) => lastSaid(db, callIds),
    async end({ callId }) {
      await againWhenInTheWay(() =>
        db.transaction().execute(async (trx) => {
          const call = await findCall(trx, callId, { forUpdate: true })
          if (!call) return
          const seconds = (call.now.getTime() - call.dialledAt.getTime()) / 1000
          const plan = endPlan(call.plan, callId, seconds)
          if (plan !== call.plan) await replacePlan(trx, call.id, plan, call.now)
        }),
      )
      await player.playDue()
    },
    recording: async ({ callId }, progress) => renderer.render(await scoreOf(callId), progress),
    restsUntil: async () => null,
    player,
    playDue: player.playDue,
    scriptReader: createScriptReader(renderer),
    prepare: clock.prepare,
    close: () => renderer.close(),
  }
}
