import { expect, test } from 'vitest'
import { mp3Seconds } from '#test/mp3-length.ts'
import { mixSound } from './mix.ts'
import { encodeMp3, loadMp3Encoder } from './mp3.ts'

const encoder = await loadMp3Encoder()

const encoded = (durationSeconds: number): Buffer =>
  encodeMp3(
    encoder,
    mixSound(
      { seed: 5, voice: 'slt', durationSeconds, lines: [{ at: 0.2, speaker: 'caller', key: '5' }] },
      () => new Int16Array(),
    ),
  )

// a browser plays no file of fewer than three frames, so no call at all is a tenth of a second long
test.each([0, 1, 2, 9, 63])('%i s are as long in the file', async (seconds) => {
  const file = encoded(seconds)
  expect(Math.abs((await mp3Seconds(file)) - Math.max(seconds, 0.1))).toBeLessThan(0.15)
  // a constant bit rate: players compute the length from the bytes
  expect(Math.abs(file.length / 5_000 - Math.max(seconds, 0.1))).toBeLessThan(0.15)
})

test('reports the fraction of the sound done', () => {
  const progress: number[] = []
  const side = new Int16Array(16_000 * 25)
  encodeMp3(encoder, { agent: side, caller: side }, (done) => progress.push(done))
  expect(progress).toEqual([0.4, 0.8, 1])
})

test('the same sound gives the same bytes, whatever was encoded before', () => {
  const first = encoded(3)
  encoded(5)
  expect(encoded(3)).toEqual(first)
  expect(encoded(5)).not.toEqual(first)
})
