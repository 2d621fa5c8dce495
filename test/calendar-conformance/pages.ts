import { expect, it } from 'vitest'
import { at, type PagedHarness, stepsOf } from './harness.ts'

/** What a service with cursors and pages may do wrong. */
export function pageCases(harness: () => PagedHarness): void {
  const { read, timesOf, faultOf } = stepsOf(harness)

  // Covers: connected-services-1
  it('reads all again where the service has forgotten the cursor', async () => {
    const link = harness().link()
    harness().hands.add({ from: at('2026-12-01T01:00:00Z'), to: at('2026-12-01T02:00:00Z') })
    const { cursor } = await read(link)
    expect((await read(link, cursor)).isWhole).toBe(false)
    harness().forgetCursors()
    const again = await read(link, cursor)
    expect(again).toMatchObject({ isWhole: true, removed: [] })
    expect(timesOf(again.changed)).toEqual([['2026-12-01T01:00:00.000Z', '2026-12-01T02:00:00.000Z']])
    expect((await read(link, 'no cursor at all')).isWhole).toBe(true)
  })

  // Covers: connected-services-3
  it.each([
    ['no JSON', '<html>Maintenance</html>'],
    ['half of it', '{"value":[{"id":"a"'],
    ['another form', '{"value":"none","items":7}'],
    ['a list', '[]'],
    ['nothing', ''],
    ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('fails with a sentence for an answer that is %s', async (_name, text) => {
    const link = harness().link()
    const { cursor } = await read(link)
    harness().answerReads(text)
    const fault = await faultOf(read(link, cursor))
    harness().answerReads(null)
    expect(fault).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/^[A-Z].*\.$/) })
    expect((await read(link, cursor)).isWhole).toBe(false)
  })

  it('gives up on a read without end', async () => {
    const link = harness().link()
    harness().neverEnd(true)
    const before = harness().requests()
    const fault = await faultOf(read(link))
    harness().neverEnd(false)
    expect(fault.kind).toBe('refused')
    expect(harness().requests() - before).toBeLessThan(400)
  })
}
