// Replaces the agent's planned line with the actual result of a choice, unless that line has already been spoken.

import type { CallResponse } from '#contract/calls/calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import { MAX_RECORDING_SECONDS } from '../recording/score.ts'
import { speechSeconds } from '../recording/spoken-text.ts'
import { tenth } from './dialogue.ts'
import { confirmations, timeNamed } from './lines.ts'
import type { CallPlan, PlannedEvent } from './rules.ts'

/**
 * The plan with the actual result of the choice in place of the agent's planned line; later events are delayed until it
 * has been spoken. Returns the plan unchanged if it already contains the result or the line is in the past.
 * @param step index of the first event that has not happened yet
 */
export function answerPlan(plan: CallPlan, step: number, { option, result }: Answer): CallPlan {
  const end = plan.events.find(({ event }) => event.kind === 'ended')
  const told = plan.events.find(({ event }) => event.kind === 'transcript')?.event
  if (!end || plan.events.indexOf(end) < step || told?.kind !== 'transcript') return plan
  const promise = told.lines.find(({ text }) => isPromise(option, text))
  if (!promise || says(promise.text, result)) return plan
  const words = option === 'option_2' ? result : linkSaid(result)
  const wait = Math.max(0, Math.ceil(speechSeconds(words) - speechSeconds(promise.text)))
  if (lastsFor(plan) + wait > MAX_RECORDING_SECONDS) return plan
  const change = { from: promise, words, wait }
  return {
    ...plan,
    events: plan.events.map((planned, index) => (index < step ? planned : later(planned, change))),
    score: plan.score && {
      ...plan.score,
      durationSeconds: plan.score.durationSeconds + wait,
      lines: plan.score.lines.map((line) => spoken(line, change)),
    },
  }
}

export interface Answer {
  option: CallResponse
  /** The result of the choice, in a sentence. */
  result: string
}

const linkSaid = (result: string): string => `Thank you. ${result}`

const isPromise = (option: CallResponse, text: string): boolean =>
  option === 'option_2' ? promised(text) !== null : confirmations[option] === text

/** Whether the agent's planned line already matches the result. */
function says(text: string, result: string): boolean {
  const time = promised(text)
  return time === null ? text === linkSaid(result) : result.includes(`booked for ${time},`)
}

/** The time in the agent's promise to book it; null in any other line, and in one that was broken off. */
function promised(text: string): string | null {
  const [, time = ''] = /^Thank you\. I will book (.+) with your manager/.exec(text) ?? []
  return text === timeNamed(time) ? time : null
}

function lastsFor({ events }: CallPlan): number {
  const end = events.find(({ event }) => event.kind === 'ended')?.event
  return end?.kind === 'ended' ? end.durationSeconds : 0
}

interface Change {
  /** The line that gives way. */
  from: TranscriptLine
  words: string
  /** Delay in seconds of all later lines. */
  wait: number
}

function spoken<Line extends { at: number; text?: string }>(line: Line, { from, words, wait }: Change): Line {
  if (line.at === from.at && line.text === from.text) return { ...line, text: words }
  return line.at > from.at ? { ...line, at: tenth(line.at + wait) } : line
}

function later({ name, at, event }: PlannedEvent, change: Change): PlannedEvent {
  const moved = { name, at: tenth(at + change.wait) }
  switch (event.kind) {
    case 'transcript':
      return { ...moved, event: { ...event, lines: event.lines.map((line) => spoken(line, change)) } }
    case 'ended':
      return { ...moved, event: { ...event, durationSeconds: event.durationSeconds + change.wait } }
    default:
      return { ...moved, event }
  }
}
