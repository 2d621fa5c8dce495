import type { Kysely } from 'kysely'
import type { CallResponse } from '#contract/calls/calls.ts'
import type { Log } from '#server/platform/log.ts'
import { createLoop, type Loop } from '#server/platform/loop.ts'
import type { DB } from '#server/schema.gen.ts'
import type { ChoiceResult, VoiceEventSink } from '../ports/voice.ts'
import { answerPlan } from './plan/answer.ts'
import type { CallPlan, PlannedEvent } from './plan/rules.ts'
import { advance, claimDue, dueInMs, type SimulatedCall, toVoiceEvent } from './store.ts'

const MOST_AT_ONCE = 200
/** Calls of other processes are found by looking, at the latest after this long. */
const LONGEST_WAIT_MS = 1_000
/**
 * Minimum pause between turns: events due at about the same time share one transaction. It delays each event, and the
 * call's next line, by at most this long.
 */
const SHORTEST_WAIT_MS = 5
/** A call whose events could not be applied is tried again after this long. */
const RETRY_MS = 5_000

export interface Player extends Loop {
  /** Delivers due events. @returns how many calls advanced */
  playDue(): Promise<number>
}

/**
 * Plays the simulated calls: delivers due events by the simulator's clock, then advances the step. A kill in between
 * delivers again, which is harmless. Any number of processes may play.
 */
export function createPlayer(parts: {
  db: Kysely<DB>
  sink: VoiceEventSink
  choiceResult: ChoiceResult
  log: Log
}): Player {
  const { db, log } = parts
  const resting = new Map<number, number>()

  const except = (): number[] => {
    for (const [id, until] of resting) if (until <= performance.now()) resting.delete(id)
    return [...resting.keys()]
  }

  async function playDue(): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const calls = await claimDue(trx, { most: MOST_AT_ONCE, except: except() })
      if (calls.length === 0) return 0
      const due = calls.map((call) => ({ call, step: stepAt(call, call.now) }))
      const failed = await deliver(parts.sink, due, log)
      for (const id of failed) resting.set(id, performance.now() + RETRY_MS)
      const moves = due.filter(({ call }) => !failed.has(call.id))
      const plans = await Promise.all(moves.map(answeredPlan))
      await advance(
        trx,
        moves.map(({ call, step }, index) => {
          const plan = plans[index] ?? null
          return { id: call.id, step, plan, nextAt: timeOf({ ...call, plan: plan ?? call.plan }, step) }
        }),
      )
      return moves.length
    })
  }

  /**
   * Inserts the result of a choice into the plan while the call lasts: how a link is sent, or which meeting was booked.
   * @returns null where the plan stays as it is
   */
  async function answeredPlan({ call, step }: Move): Promise<CallPlan | null> {
    const { plan, callId } = call
    const last = plan.events[step - 1]
    const option = step > call.step && last ? optionOf(last) : null
    if (!option) return null
    const result = await parts.choiceResult({ callId, option }).catch((error: unknown) => {
      log.error({ err: error, callId }, 'the result of a choice could not be told')
      return null
    })
    const answered = result === null ? plan : answerPlan(plan, step, { option, result })
    return answered !== plan && timeOf({ ...call, plan: answered }, step) ? answered : null
  }

  const loop = createLoop({
    name: 'simulator',
    context: () => ({ log }),
    turn: async () => void (await playDue()),
    dueInMs: () => dueInMs(db, except()),
    everyMs: LONGEST_WAIT_MS,
    soonMs: SHORTEST_WAIT_MS,
    failure: 'the simulator could not play',
  })
  return { ...loop, playDue }
}

/** The choice whose result is only determined after the plan was made; the opt-out always succeeds. */
function optionOf({ event }: PlannedEvent): CallResponse | null {
  if (event.kind !== 'option' || event.option === 'option_4') return null
  return event.option === 'option_2' && !event.slot ? null : event.option
}

interface Move {
  call: SimulatedCall
  /** Index of the first event that has not happened yet. */
  step: number
}

/**
 * Index of the first event of the plan after `now`. A choice that needs a result ends the turn, so that the result is
 * spoken before the call continues, at any speed of the clock.
 */
function stepAt(call: SimulatedCall, now: Date): number {
  const { events } = call.plan
  const later = events.findIndex((planned) => toVoiceEvent(call, planned).at > now)
  const step = Math.max(call.step, later === -1 ? events.length : later)
  const choice = events.findIndex((planned, index) => index >= call.step && optionOf(planned) !== null)
  return choice === -1 ? step : Math.min(step, choice + 1)
}

function timeOf(call: SimulatedCall, step: number): Date | null {
  const planned = call.plan.events[step]
  return planned ? toVoiceEvent(call, planned).at : null
}

/** Each call on its own, so that one that fails stops no other. @returns the simulator's ids of those that failed */
async function deliver(sink: VoiceEventSink, due: readonly Move[], log: Log): Promise<Set<number>> {
  const failed = new Set<number>()
  let reason: unknown
  const deliveries = due.map(async ({ call, step }) => {
    const events = call.plan.events.slice(call.step, step).map((planned) => toVoiceEvent(call, planned))
    try {
      await sink([{ callId: call.callId, events }])
    } catch (error) {
      failed.add(call.id)
      reason = error
    }
  })
  await Promise.all(deliveries)
  // one line for any number of calls, so that a common cause does not flood the log
  if (failed.size > 0)
    log.error({ err: reason, calls: failed.size }, 'simulated events could not be taken in')
  return failed
}
