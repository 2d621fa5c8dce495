import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { voices } from './score.ts'
import { loadSpeech, SAMPLE_RATE, type Speak } from './speech.ts'
import { phrases, speechSeconds } from './spoken-text.ts'

let folder: string
let speak: Speak

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-test-'))
  speak = await loadSpeech(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const lines = [
  'Hello, Priya speaking.',
  'Hi, this is Alex, an AI assistant calling for Harbour Lending about the Premium Home Loan for your clients.',
  'For a link by SMS, press 1. To book a meeting with a BDM, press 2. To stop these calls, press 4.',
  'Investment loans up to $750,000 at 80 percent LVR are now 6.149% p.a., comparison rate 6.31%.',
  'You can call us on (02) 5550 1234, Monday to Friday from 9 to 5.',
]

// Covers: simulator-3
test('every voice says something of its own, in about the estimated time', () => {
  for (const line of lines) {
    const spoken = voices.map((voice) => phrases(line).map((phrase) => speak(phrase, voice)))
    const seconds = spoken.map((pieces) => pieces.reduce((sum, piece) => sum + piece.length, 0) / SAMPLE_RATE)
    for (const taken of seconds) {
      expect(taken).toBeLessThan(speechSeconds(line) * 1.02)
      expect(taken).toBeGreaterThan(speechSeconds(line) * 0.7)
    }
    expect(new Set(seconds).size).toBe(voices.length)
    for (const [first] of spoken) expect(first?.some((sample) => Math.abs(sample) > 1_000)).toBe(true)
  }
})

test('a phrase sounds the same whatever was said before, and as in a new synthesiser', async () => {
  const first = speak('The rate is 5.89% per annum.', 'awb')
  speak(lines[1] ?? '', 'rms')
  expect(speak('The rate is 5.89% per annum.', 'awb')).toEqual(first)
  const another = await loadSpeech(folder)
  expect(another('The rate is 5.89% per annum.', 'awb')).toEqual(first)
})

test('text that looks like an option is spoken, not obeyed', async () => {
  expect(speak('-o /speech/other.wav', 'kal16').length).toBeGreaterThan(SAMPLE_RATE / 2)
  // earlier phrases are removed too
  expect(await readdir(folder)).toEqual([])
})
