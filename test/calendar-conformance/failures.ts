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

  // Covers: connected-services-5
  it('withdraws a permission that was withdrawn before without a fault', async () => {
    const link = harness().link()
    await put(link)
    await harness().calendars.withdraw(link)
    await harness().calendars.withdraw(link)
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
}
