import { type StereoBlock, toSamples } from './audio.ts'
import { createAmbience, createPhoneLine } from './line-sound.ts'
import { callerVoice, type RecordingScore, type Voice } from './score.ts'
import type { Speak } from './speech.ts'
import { type Slot, speakInto, speechSlots } from './timeline.ts'
import { keyTone } from './tones.ts'

/** Samples of a block: half a second, so that a long call takes no more memory than a short one. */
const BLOCK = 8_000

/** Brings the voices, which were recorded at different levels, to about -20 dBFS. */
const gainOfVoice: Record<Voice, number> = { slt: 0.65, rms: 1.2, awb: 1.05, kal16: 2.5 }
/** The caller is heard through a phone, softer than the agent. */
const CALLER_LEVEL = 0.55

/** A sound that begins at a sample of the recording; its samples are made when its time comes. */
interface Sound {
  channel: keyof StereoBlock
  start: number
  make: () => Float32Array
}

/**
 * The recording as blocks of stereo sound, made one by one: the agent on the left; the caller's keys, words and
 * room on the right, through a phone line.
 */
export function* mixBlocks(score: RecordingScore, speak: Speak): Generator<StereoBlock> {
  const length = toSamples(score.durationSeconds)
  const ambience = createAmbience(score.seed)
  const phoneLine = createPhoneLine()
  const waiting = soundsOf(score, speak)
  let playing: { sound: Sound; samples: Float32Array }[] = []
  for (let from = 0; from < length; from += BLOCK) {
    const to = Math.min(from + BLOCK, length)
    const block = { left: new Float32Array(to - from), right: new Float32Array(to - from) }
    for (let next = waiting[0]; next !== undefined && next.start < to; next = waiting[0]) {
      playing.push({ sound: next, samples: next.make() })
      waiting.shift()
    }
    for (const { sound, samples } of playing) addInto(block[sound.channel], samples, sound.start - from)
    playing = playing.filter(({ sound, samples }) => sound.start + samples.length > to)
    ambience(block.right)
    phoneLine(block.right)
    yield block
  }
}

function soundsOf(score: RecordingScore, speak: Speak): Sound[] {
  const speech = speechSlots(score).map((slot) => speechSound(slot, score, speak))
  const keys = score.lines
    .filter((line) => 'key' in line)
    .map((line): Sound => ({ channel: 'right', start: toSamples(line.at), make: () => keyTone(line.key) }))
  return [...speech, ...keys].sort((a, b) => a.start - b.start)
}

function speechSound(slot: Slot, score: RecordingScore, speak: Speak): Sound {
  const isAgent = slot.line.speaker === 'agent'
  const voice = isAgent ? score.voice : callerVoice(score)
  const gain = (gainOfVoice[voice] * (isAgent ? 1 : CALLER_LEVEL)) / 0x8000
  return {
    channel: isAgent ? 'left' : 'right',
    start: slot.start,
    make: () => Float32Array.from(speakInto(slot, voice, speak), (sample) => limit(sample * gain)),
  }
}

/** Rounds off what is louder than 0.7 so that nothing exceeds 1, instead of clipping it. */
function limit(sample: number): number {
  const over = Math.abs(sample) - 0.7
  return over <= 0 ? sample : Math.sign(sample) * (0.7 + 0.3 * Math.tanh(over / 0.3))
}

/** Adds samples to a block; `offset` is where the first one lies in the block, below 0 where it lies before. */
function addInto(block: Float32Array, samples: Float32Array, offset: number): void {
  const from = Math.max(0, offset)
  const to = Math.min(block.length, offset + samples.length)
  // Both indexes lie inside their arrays by the two bounds above.
  for (let i = from; i < to; i++) block[i] = (block[i] as number) + (samples[i - offset] as number)
}
