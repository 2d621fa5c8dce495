import { describe, expect, it } from 'vitest'
import { versionOf } from './edits.ts'

describe('the version of a record', () => {
  const edits = { subject: 'campaign', fields: ['name', 'days', 'audience'] } as const
  const record = { name: 'Spring', days: ['1', '2'], audience: { id: 1, name: 'Sydney' }, calls: 7 }

  // Covers: console-toasts-16
  it('is the same whatever changes beside what the form shows, and in whichever order its keys stand', () => {
    const version = versionOf(edits, record)
    expect(version).toMatch(/^[0-9a-f]{16}$/)
    expect(versionOf(edits, { ...record, calls: 8 })).toBe(version)
    const turned = { audience: { name: 'Sydney', id: 1 }, days: ['1', '2'], name: 'Spring' }
    expect(versionOf(edits, turned)).toBe(version)
    expect(versionOf(edits, JSON.parse(JSON.stringify({ ...record, gone: undefined })))).toBe(version)
  })

  it.each([
    { name: 'spring' },
    { name: 'Spring ' },
    { name: null },
    { days: ['2', '1'] },
    { days: ['12'] },
    { audience: null },
    { audience: { id: 2, name: 'Sydney' } },
  ])('is another one with %j', (change) => {
    expect(versionOf(edits, { ...record, ...change })).not.toBe(versionOf(edits, record))
  })

  it('is different for each of many that differ in little', () => {
    const versions = Array.from({ length: 20_000 }, (_, at) =>
      versionOf(edits, { ...record, name: `Spring ${at}` }),
    )
    expect(new Set(versions).size).toBe(versions.length)
  })

  it('of a list is that of all its rows', () => {
    const all = { subject: 'rejection_reasons', fields: 'all' } as const
    expect(versionOf(all, [{ id: 1, text: 'Cut off' }])).not.toBe(versionOf(all, []))
  })
})
