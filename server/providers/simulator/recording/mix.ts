import {
  callerVoice,
  type DtmfKey,
  MIN_RECORDING_SECONDS,
  type RecordingScore,
  type ScoreLine,
} from './score.ts'
import { SAMPLE_RATE, type Speak } from './speech.ts'
import { phrases } from './spoken-text.ts'

/** Both sides of a call: mono, 16 bits, SAMPLE_RATE. */
export interface CallSound {
  agent: Int16Array
  caller: Int16Array
}

/** How long a key sounds. */
export const KEY_SECONDS = 0.2
const FADE_SECONDS = 0.04

/** Low and high tone of each key in hertz, ITU-T Q.23. */
const dtmfTones: Record<DtmfKey, [low: number, high: number]> = {
  '1': [697, 1209],
  '2': [697, 1336],
  '3': [697, 1477],
  '4': [770, 1209],
  '5': [770, 1336],
  '6': [770, 1477],
  '7': [852, 1209],
  '8': [852, 1336],
  '9': [852, 1477],
  '*': [941, 1209],
  '0': [941, 1336],
  '#': [941, 1477],
}

export const toSamples = (seconds: number): number => Math.round(seconds * SAMPLE_RATE)

/** Places each line of a score on the channel of its speaker. @param onLine receives the fraction of the lines done */
export function mixSound(
  score: RecordingScore,
  speak: Speak,
  onLine: (done: number) => void = () => undefined,
): CallSound {
  const { lines, voice } = score
  const length = toSamples(Math.max(MIN_RECORDING_SECONDS, score.durationSeconds))
  const sound: CallSound = { agent: new Int16Array(length), caller: new Int16Array(length) }
  const voiceOf = { agent: voice, caller: callerVoice(score) }
  for (const [index, line] of lines.entries()) {
    const end = Math.min(score.durationSeconds, endOf(line, lines.slice(index + 1)))
    const room = sound[line.speaker].subarray(toSamples(line.at), Math.max(0, toSamples(end)))
    if ('key' in line) room.set(keyTone(line.key).subarray(0, room.length))
    else speakInto(room, phrases(line.text), (phrase) => speak(phrase, voiceOf[line.speaker]))
    onLine((index + 1) / lines.length)
  }
  return sound
}

/** Seconds at which a line ends at the latest, so that no speaker talks over their own next line. */
function endOf(line: ScoreLine, later: readonly ScoreLine[]): number {
  if ('key' in line) return Infinity
  const next = later.find((other) => 'text' in other && other.speaker === line.speaker)
  return Math.min(next?.at ?? Infinity, line.until ?? Infinity)
}

/** Writes the phrases one after the other; fades out at the end of the room if they do not fit. */
function speakInto(
  room: Int16Array,
  pieces: readonly string[],
  speakPiece: (phrase: string) => Int16Array,
): void {
  let at = 0
  for (const piece of pieces) {
    if (at >= room.length) break
    const samples = speakPiece(piece)
    room.set(samples.subarray(0, room.length - at), at)
    at += samples.length
  }
  if (at <= room.length) return
  const faded = room.subarray(-toSamples(FADE_SECONDS))
  for (const [i, sample] of faded.entries()) faded[i] = sample * (1 - (i + 1) / faded.length)
}

/** The dual tone of a key. */
function keyTone(key: DtmfKey): Int16Array {
  const turns = dtmfTones[key].map((hertz) => (2 * Math.PI * hertz) / SAMPLE_RATE)
  return Int16Array.from({ length: toSamples(KEY_SECONDS) }, (_, i) =>
    turns.reduce((sum, turn) => sum + 6_000 * Math.sin(turn * i), 0),
  )
}
