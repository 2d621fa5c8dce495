import fc from 'fast-check'
import { expect, it } from 'vitest'
import { words } from '#test/worlds/call-words.ts'
import { planCall } from './rules.ts'

const anyRequest = fc
  .record({
    callId: fc.integer({ min: 1, max: 1_000_000 }),
    line: fc.integer({ min: 0, max: 9999 }),
    sentences: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ callId, line, sentences }) => ({
    ...{ callId, to: `+6125550${String(line).padStart(4, '0')}`, calledName: 'Priya', scriptVersion: 1 },
    maxDurationSeconds: 600,
    script: { ...words, body: 'Every sentence of this script takes its time. '.repeat(sentences) },
  }))

// Covers: analytics-figures-9
it('plans the menu event exactly where the agent first starts the menu', async () => {
  const [first = ''] = words.menu.map(({ text }) => text)
  const seen = { with: 0, without: 0 }
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const { answeredAt, events } = await planCall(request, 'realistic')
      // the transcript of a refused recording ends early
      if (answeredAt === null || events.some(({ event }) => event.kind === 'recording_declined')) return
      const transcript = events.find(({ event }) => event.kind === 'transcript')?.event
      const lines = transcript?.kind === 'transcript' ? transcript.lines : []
      // an interrupted line ends with '…'
      const start = lines.find(
        ({ speaker, text }) =>
          speaker === 'agent' && /^Press\b/.test(text) && first.startsWith(text.replace(/ …$/, '')),
      )
      const menu = events.find(({ event }) => event.kind === 'menu')
      expect(menu?.at).toBe(start && Math.round((answeredAt + start.at) * 10) / 10)
      seen[menu ? 'with' : 'without'] += 1
    }),
    { numRuns: 200, seed: 20_261_128 },
  )
  expect(Math.min(seen.with, seen.without)).toBeGreaterThan(20)
})
