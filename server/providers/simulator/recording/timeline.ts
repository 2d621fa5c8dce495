import { toSamples } from './audio.ts'
import type { RecordingScore, SpokenLine, Voice } from './score.ts'
import type { Speak } from './speech.ts'
import { phrases } from './spoken-text.ts'

/** A line is spoken at most this much faster (time times 0.8) to fit; beyond it speech sounds hurried. */
const FASTEST_PACE = 0.8
const FADE_SECONDS = 0.04

/** The time that a spoken line has, in samples, half-open. */
export interface Slot {
  line: SpokenLine
  start: number
  end: number
}

/** The slots of the lines that are heard, in order of time. The rule is the one that RecordingScore states. */
export function speechSlots(score: RecordingScore): Slot[] {
  const spoken = score.lines.filter((line) => 'text' in line)
  const slots = spoken.map((line, index) => {
    const next = spoken.slice(index + 1).find((later) => later.speaker === line.speaker)
    const end = Math.min(score.durationSeconds, next?.at ?? Infinity, line.until ?? Infinity)
    return { line, start: toSamples(line.at), end: toSamples(end) }
  })
  return slots.filter((slot) => slot.end > slot.start)
}

/** Speaks a line into its slot: at the usual pace, else faster, else cut off with a fade. */
export function speakInto(slot: Slot, voice: Voice, speak: Speak): Int16Array {
  const room = slot.end - slot.start
  const pieces = phrases(slot.line.text)
  const mayHurry = slot.line.until === undefined
  const usual = speakPieces(
    pieces,
    (phrase) => speak(phrase, voice, 1),
    mayHurry ? room / FASTEST_PACE : room,
  )
  if (usual.length <= room) return usual
  if (!mayHurry) return cut(usual, room)
  const pace = Math.max(FASTEST_PACE, Math.floor((room / usual.length) * 100) / 100)
  return cut(
    speakPieces(pieces, (phrase) => speak(phrase, voice, pace), room),
    room,
  )
}

/** The pieces one after the other; stops once there is more than `enough`, as the rest would be cut anyway. */
function speakPieces(
  pieces: string[],
  speakPiece: (phrase: string) => Int16Array,
  enough: number,
): Int16Array {
  const spoken: Int16Array[] = []
  let length = 0
  for (const piece of pieces) {
    if (length > enough) break
    const samples = speakPiece(piece)
    spoken.push(samples)
    length += samples.length
  }
  const whole = new Int16Array(length)
  let at = 0
  for (const samples of spoken) {
    whole.set(samples, at)
    at += samples.length
  }
  return whole
}

function cut(samples: Int16Array, room: number): Int16Array {
  if (samples.length <= room) return samples
  const kept = samples.slice(0, room)
  const fade = Math.min(room, toSamples(FADE_SECONDS))
  for (let i = 1; i <= fade; i++) {
    const at = room - i
    kept[at] = ((kept[at] as number) * (i - 1)) / fade // `at` lies in the slot
  }
  return kept
}
