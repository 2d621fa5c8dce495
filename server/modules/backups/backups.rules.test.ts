import { describe, expect, it } from 'vitest'
import { archiveName, archiveTime, whyKeyless, whyNoRoom, whyNotRestorable } from './archive-format.rules.ts'
import { type BackupFacts, concernOf } from './backup-concern.rules.ts'
import { archivesToRemove } from './kept-archives.rules.ts'
import { addFindings, isComplete, whyNotResumed } from './restore-findings.rules.ts'

const at = (text: string): Date => new Date(text)

describe('the name of an archive', () => {
  it('tells when it was begun, and sorts by it', () => {
    const name = archiveName(at('2026-11-29T20:15:07.250Z'), 'a1b2')
    expect(name).toBe('brokerline-20261129t201507z-a1b2.age')
    expect(archiveTime(name)).toEqual(at('2026-11-29T20:15:07Z'))
    expect(archiveTime('0f3b.age')).toBeNull()
  })
})

describe('an archive of other migrations', () => {
  const known = ['0001', '0002', '0003'].map((name) => ({ name, checksum: name }))
  it('is restored where it is older, and refused where it is newer or differs', () => {
    const why = (migrations: typeof known) => whyNotRestorable({ version: '2.0.0', migrations }, known)
    expect(why(known.slice(0, 2))).toBeNull()
    expect(why([...known, { name: '0004', checksum: 'x' }])).toContain('newer version (2.0.0 with 0004)')
    expect(why([{ name: '0001', checksum: 'y' }])).toContain('migration 0001 differs')
  })
  it('needs every key of its files', () => {
    expect(whyKeyless(['age1a', 'age1b'], ['age1b', 'age1a', 'age1c'])).toBeNull()
    expect(whyKeyless(['age1a', 'age1b'], ['age1a'])).toContain('age1b')
  })
})

describe('archives past their time', () => {
  const nameOn = (day: string, hour = '15') => archiveName(at(`${day}T${hour}:00:00Z`), 'a')
  it('leave the newest of each of the last days and weeks', () => {
    // three a day, for sixty days
    const days = Array.from({ length: 60 }, (_, n) =>
      new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10),
    )
    const names = days.flatMap((day) => [nameOn(day, '01'), nameOn(day, '05'), nameOn(day, '09')])
    const gone = new Set(
      archivesToRemove([...names, 'other.age'], { daily: 3, weekly: 4 }, at('2026-12-30T10:00:00Z')),
    )
    const kept = names.filter((name) => !gone.has(name))
    expect(kept).toEqual([
      // Sundays in Sydney, then the last three days, and all of the last day
      ...['2026-12-13', '2026-12-20', '2026-12-27', '2026-12-28', '2026-12-29'].map((day) =>
        nameOn(day, '09'),
      ),
      ...['01', '05', '09'].map((hour) => nameOn('2026-12-30', hour)),
    ])
    expect(gone.has('other.age')).toBe(false)
  })
  it('leave the newest in any case', () => {
    expect(
      archivesToRemove([nameOn('2026-01-01')], { daily: 1, weekly: 0 }, at('2026-06-01T00:00:00Z')),
    ).toEqual([])
  })
})

it('an archive needs the room for its files, and twice that for its rows, where they go to this disk', () => {
  const sum = (bytes: number) => ({ bytes, sha256: '' })
  const sums = { files: sum(3 * 1024 ** 3), 'tables/calls': sum(1024 ** 3), jobs: sum(0) }
  const short = (freeGiB: number, rows: boolean, files: boolean) =>
    whyNoRoom({ sums }, { freeBytes: freeGiB * 1024 ** 3, rows, files })
  expect(short(4.9, true, true)).toBe(
    'needs about 5.0 GiB, and DATA_DIR has 4.9 GiB free. Free some, or choose another DATA_DIR',
  )
  expect([short(5, true, true), short(3, false, true), short(2, true, false)]).toEqual([null, null, null])
  expect([short(2.9, false, true), short(1.9, true, false)]).not.toContain(null)
})

describe('a concern about backups', () => {
  const now = at('2026-11-29T12:00:00Z')
  const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  const done = (hours: number, more: Partial<BackupFacts> = {}): BackupFacts => ({
    ...{ startedAt: hoursAgo(hours), finishedAt: hoursAgo(hours - 0.1), failure: null },
    ...{
      drillStartedAt: hoursAgo(hours - 0.2),
      drilledAt: hoursAgo(hours - 0.3),
      drillFailure: null,
      ...more,
    },
  })
  const facts = { enabled: true, since: hoursAgo(1000), now }
  it.each<[string, BackupFacts[], Partial<typeof facts>, string | null]>([
    ['none where the last was made and drilled', [done(10)], {}, null],
    ['a missed one', [done(28)], {}, 'The daily backup was missed.'],
    ['none yet in a new installation', [], { since: hoursAgo(5) }, null],
    [
      'one that fails',
      [done(1, { failure: 'no space', drilledAt: null }), done(30)],
      {},
      'The last backup failed: no space',
    ],
    [
      'a failed drill',
      [done(1, { drilledAt: null }), done(25, { drillFailure: 'x' })],
      {},
      'The restore drill failed: x',
    ],
    [
      'no drill for days',
      [done(1, { drilledAt: null }), done(60)],
      {},
      'No restore drill has ended for two days.',
    ],
    ['none where the schedule is off', [done(500)], { enabled: false }, null],
  ])('%s', (_what, rows, more, expected) => {
    expect(concernOf(rows, { ...facts, ...more })).toBe(expected)
  })
})

describe('calls after a restore', () => {
  const none = { vendor: 'vapi', listed: 0, matched: 0, added: 0, held: 0, problem: null }
  const restoredAt = at('2026-11-29T12:00:00Z')
  it('are complete only once all vendors were asked minutes later', () => {
    const startedAt = at('2026-11-29T12:03:00Z')
    expect(isComplete([none], { restoredAt, startedAt })).toBe(true)
    expect(isComplete([none], { restoredAt, startedAt: at('2026-11-29T12:02:59Z') })).toBe(false)
    expect(isComplete([none, { ...none, problem: 'down' }], { restoredAt, startedAt })).toBe(false)
  })
  it('are counted over all looks', () => {
    const first = { ...none, listed: 5, added: 4, matched: 1 }
    expect(addFindings([first], [{ ...none, listed: 6, added: 1, held: 1 }])).toEqual([
      { ...none, listed: 6, added: 5, matched: 1, held: 1 },
    ])
    expect(addFindings([first], [{ ...none, problem: 'down' }])).toEqual([{ ...first, problem: 'down' }])
  })
  it('are not resumed before that, and the reason is said', () => {
    const facts = { restoredAt, lookedAt: null, reconciledAt: null, vendors: [] }
    expect(whyNotResumed(facts)).toContain('being requested')
    const problem = { vendor: 'twilio', problem: 'Twilio is down.' }
    expect(whyNotResumed({ ...facts, lookedAt: restoredAt, vendors: [problem] })).toContain(
      'Twilio: Twilio is down.',
    )
    expect(whyNotResumed({ ...facts, lookedAt: restoredAt })).toContain('once more')
    expect(whyNotResumed({ ...facts, reconciledAt: restoredAt })).toBeNull()
  })
})
