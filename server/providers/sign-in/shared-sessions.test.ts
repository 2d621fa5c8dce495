import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../ports/sign-in.ts'
import { shareSessions } from './shared-sessions.ts'

const mei: SignedIn = {
  ...{ userId: 1, email: 'mei@lender.example', name: 'Mei', role: 'admin', disabled: false },
  ...{ firstName: 'Mei', lastName: '', image: null, invited: false },
  ...{ brokerId: null, sessionId: 7, expiresAt: new Date('2026-12-01T00:00:00Z'), twoFactorEnabled: false },
}

function surroundings() {
  let at = 0
  let epoch: number | null = 1
  const listeners = new Set<(topics: string[]) => void>()
  const shared = shareSessions(3000, () => at)
  shared.follow({
    epoch: () => epoch,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  let reads = 0
  return {
    shared,
    /** How often the database was asked. */
    reads: () => reads,
    ask: (answer: SignedIn | null = mei, key = 'staff a.b') =>
      shared.read(key, async () => {
        reads += 1
        return answer
      }),
    tell: (...topics: string[]) => {
      for (const listener of listeners) listener(topics)
    },
    pass: (ms: number) => {
      at += ms
    },
    setEpoch: (next: number | null) => {
      epoch = next
    },
  }
}

describe('who a session belongs to', () => {
  it('is read once for the requests of three seconds', async () => {
    const { ask, reads, pass } = surroundings()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([mei, mei, mei])
    pass(2999)
    await ask()
    expect(reads()).toBe(1)
    pass(1)
    await ask()
    expect(reads()).toBe(2)
    await ask(mei, 'broker a.b')
    expect(reads()).toBe(3)
  })

  it('is read again once a change is told, and not for other topics', async () => {
    const { ask, reads, tell } = surroundings()
    await ask()
    tell('calls', 'campaigns')
    await ask()
    expect(reads()).toBe(1)
    tell('calls', 'sessions')
    expect(await ask(null)).toBeNull()
    expect(reads()).toBe(2)
  })

  it('is not kept where the change is told while it is read', async () => {
    const { shared, ask, tell } = surroundings()
    const slow = Promise.withResolvers<SignedIn | null>()
    const first = shared.read('staff a.b', () => slow.promise)
    tell('sessions')
    slow.resolve(mei)
    expect(await first).toEqual(mei)
    expect(await ask(null)).toBeNull()
  })

  it('is never shared while changes cannot be heard, nor across such a time', async () => {
    const { ask, reads, setEpoch } = surroundings()
    await ask()
    setEpoch(null)
    expect(await ask(null)).toBeNull()
    expect(await ask(null)).toBeNull()
    expect(reads()).toBe(3)
    setEpoch(2)
    await ask()
    await ask()
    expect(reads()).toBe(4)
  })

  it('is not kept where there is none, or the read failed', async () => {
    const { shared, ask } = surroundings()
    expect(await ask(null)).toBeNull()
    expect(await ask()).toEqual(mei)
    shared.forget()
    await expect(shared.read('staff a.b', async () => Promise.reject(new Error('gone')))).rejects.toThrow(
      'gone',
    )
    expect(await ask()).toEqual(mei)
  })
})
