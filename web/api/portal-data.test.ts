import { describe, expect, it } from 'vitest'
import type { DocumentEntry } from '#contract/documents/documents.ts'
import { documentsPoll } from './portal-data.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')

const entry = (status: 'pending' | 'approved', secondsAgo: number, thumbnailGenerated: boolean) =>
  ({
    document: { status, uploadedAt: new Date(NOW - secondsAgo * 1000).toISOString(), thumbnailGenerated },
  }) as DocumentEntry // all that documentsPoll reads

describe('documents on screen', () => {
  // Covers: broker-portal-screens-15
  it('are asked for again every 30 seconds while one waits, and not otherwise', () => {
    expect(documentsPoll(undefined, NOW)).toBe(false)
    expect(documentsPoll([entry('approved', 10, false)], NOW)).toBe(false)
    expect(documentsPoll([entry('approved', 10, true), entry('pending', 10, true)], NOW)).toBe(30_000)
  })

  // Covers: broker-portal-screens-15
  it('are asked for sooner while the picture of a new one is being made', () => {
    expect(documentsPoll([entry('pending', 10, false)], NOW)).toBe(3_000)
    expect(documentsPoll([entry('pending', 90, false)], NOW)).toBe(30_000)
  })
})
