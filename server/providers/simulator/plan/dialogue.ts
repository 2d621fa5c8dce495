import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { DtmfKey, ScoreLine, SpokenLine } from '../recording/score.ts'
import { speechSeconds } from '../recording/spoken-text.ts'
import type { Random } from './random.ts'

/** Builds a timeline of lines, in seconds from the answer, that fits the length of the spoken text. */
export interface Dialogue {
  readonly lines: ScoreLine[]
  /** Where the next line would begin. */
  now(): number
  /** Answers when the line has been spoken. */
  say(speaker: 'agent' | 'caller', text: string): number
  pause(seconds: number): void
  /** From this time on something else happens: a current line breaks off, later ones are dropped. */
  interruptAt(seconds: number): void
  press(key: DtmfKey): void
}

export function createDialogue(random: Random, startsAt: number): Dialogue {
  let lines: ScoreLine[] = []
  let now = startsAt
  return {
    get lines() {
      return lines
    },
    now: () => now,
    say(speaker, text) {
      lines.push({ at: tenth(now), speaker, text })
      const spoken = now + speechSeconds(text)
      now = spoken + random.between(0.3, 0.8)
      return spoken
    },
    pause(seconds) {
      now += seconds
    },
    interruptAt(seconds) {
      lines = breakOff(lines, tenth(seconds))
      now = seconds + 0.4
    },
    press(key) {
      lines.push({ at: tenth(now), speaker: 'caller', key })
      now += random.between(0.6, 1.1)
    },
  }
}

/** The lines up to `end`: later lines are left out, a line in progress is cut. */
export function breakOff(lines: readonly ScoreLine[], end: number): ScoreLine[] {
  return lines
    .filter((line) => line.at < end)
    .map((line) => ('text' in line && spokenUntil(line) > end ? { ...line, until: end } : line))
}

function spokenUntil(line: SpokenLine): number {
  return line.until ?? line.at + speechSeconds(line.text)
}

export function tenth(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

/** The lines as readable text; an interrupted line is cut at about the point of interruption. */
export function transcriptOf(lines: readonly ScoreLine[]): TranscriptLine[] {
  return lines.map((line) => ({
    at: line.at,
    speaker: line.speaker,
    text: 'key' in line ? `[presses ${line.key}]` : heardText(line),
  }))
}

function heardText(line: SpokenLine): string {
  const full = speechSeconds(line.text)
  if (line.until === undefined || line.until - line.at >= full) return line.text
  const words = line.text.split(' ')
  const heard = Math.max(1, Math.floor((words.length * (line.until - line.at)) / full))
  return `${words.slice(0, heard).join(' ')} …`
}
