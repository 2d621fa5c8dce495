import { expect, it } from 'vitest'
import { type Harness, stepsOf } from './harness.ts'

/** What a service may do wrong. */
export function failureCases(harness: Harness): void {
  const { read, put, faultOf, kindOf } = stepsOf(harness)

  // Covers: connected-services-3
  it('is revoked where the person took the permission away', async () => {
    const link = harness().link()
    const entry = await put(link)
    harness().revoke()
    for (const work of [
      () => read(link),
      () => put(link),
      () => harness().calendars.removeMeeting(link, entry),
    ])
      expect(await kindOf(work())).toBe('revoked')
    expect((await faultOf(read(link))).message).not.toContain(JSON.stringify(link.credentials))
  })

  // Covers: connected-services-3
  it.each([
    ['busy', 'busy'],
    ['broken', 'unreachable'],
    ['cut', 'unreachable'],
    ['reset', 'unreachable'],
  ] as const)('says how it failed: %s', async (fault, kind) => {
    const link = harness().link()
    const entry = await put(link)
    harness().setFault(fault)
    const before = harness().requests()
    for (const work of [
      () => read(link),
      () => put(link, {}, entry),
      () => harness().calendars.removeMeeting(link, entry),
    ])
      expect(await kindOf(work())).toBe(kind)
    // no library repeats a request
    expect(harness().requests() - before).toBeLessThanOrEqual(3)
    if (fault === 'busy') expect((await faultOf(read(link))).retryAfterMs).toBe(1000)
    harness().setFault(null)
    await read(link)
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
