// Corpus files: one labelled utterance a line, as JSON.
import { readFileSync } from 'node:fs'
import {
  type CallbackTime,
  type Context,
  type Label,
  labels,
  type Reading,
  type Step,
  steps,
} from '#server/conversation/reading.ts'

export interface Line {
  id: string
  group: string
  step: Step
  context: Omit<Context, 'now'>
  text: string
  label: Label
  value: string | (CallbackTime & { now: string }) | null
  /** Readings that do harm; 'slot:…' is one booking, 'slot' any. */
  mustNot: string[]
  /** 1 an awkward turn, 2 a wrong booking or hang-up, 3 law or money. */
  harm: number
}

/** Local time of Sydney at which every line of a corpus is said, unless it states its own. */
const NOW = '2026-12-01T12:30'
const ZONE = 'Australia/Sydney'

export function readCorpus(paths: readonly string[]): Line[] {
  return paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((text, index) => ({ text, place: `${path}:${index + 1}` }))
      .filter(({ text }) => text.trim() !== '')
      .map(parseLine),
  )
}

function parseLine({ text, place }: { text: string; place: string }): Line {
  const line: Line = JSON.parse(text)
  if (!steps.includes(line.step)) throw new Error(`${place}: unknown step "${line.step}"`)
  if (!labels.includes(line.label)) throw new Error(`${place}: unknown label "${line.label}"`)
  return line
}

/** The context of a line with the time and the zone of the person, which a corpus states with the wished time. */
export function contextOf({ context, value }: Pick<Line, 'context' | 'value'>): Context {
  const stated = typeof value === 'object' && value !== null ? value : { now: NOW, zone: ZONE }
  const now = Temporal.PlainDateTime.from(stated.now).toZonedDateTime(stated.zone)
  return { ...context, zone: stated.zone, now: new Date(now.epochMilliseconds) }
}

export type Got = Pick<Reading, 'label' | 'value'>
