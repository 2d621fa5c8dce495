import { describe, expect, it } from 'vitest'
import type { DocumentEntry, OwnDocument } from '#contract/documents/documents.ts'
import {
  byNeed,
  daysLeft,
  expiryText,
  missingOf,
  needOf,
  nextSteps,
  nextUpload,
  renewalText,
  standingOf,
  uploadLabel,
} from './standing.ts'

const NOON = Date.parse('2026-11-24T12:00:00+11:00')

const documentOf = (part: Partial<OwnDocument>): OwnDocument => ({
  id: 1,
  originalFilename: 'a.pdf',
  status: 'pending',
  uploadedAt: '2026-11-20T00:00:00Z',
  thumbnailGenerated: false,
  thumbnailUrl: null,
  version: 1,
  bytes: 1,
  reason: null,
  expiresOn: null,
  expired: false,
  askedNote: null,
  ...part,
})

const entryOf = (id: number, document: Partial<OwnDocument> | null, part: Partial<DocumentEntry> = {}) => ({
  documentType: {
    id,
    name: `Type ${id}`,
    description: '',
    category: 'identity' as const,
    required: true,
    requiredFrom: null,
    maxFileSize: 1,
  },
  document: document && documentOf(document),
  askedNote: null,
  fulfilled: false,
  ...part,
})

describe('the badge of a document', () => {
  // Covers: broker-portal-screens-8
  it('is its status, Expired once it ended, and Unknown for anything else', () => {
    const labels = [
      standingOf(null),
      standingOf({ status: 'pending', expired: false }),
      standingOf({ status: 'approved', expired: false }),
      standingOf({ status: 'approved', expired: true }),
      standingOf({ status: 'rejected', expired: false }),
      standingOf({ status: 'archived' as 'pending', expired: false }), // a status of a later version
    ].map(({ label }) => label)
    expect(labels).toEqual(['Not uploaded', 'Pending', 'Approved', 'Expired', 'Rejected', 'Unknown'])
  })
})

describe('the missing documents', () => {
  it('are the required ones without any version', () => {
    const optional = {
      ...entryOf(3, null),
      documentType: { ...entryOf(3, null).documentType, required: false },
    }
    expect(missingOf([entryOf(1, null), entryOf(2, { status: 'rejected' }), optional])).toBe(1)
  })
})

describe('the next steps', () => {
  it('have what waits for the broker first and what is approved apart, and no optional type', () => {
    const done = { fulfilled: true }
    const { open, approved } = nextSteps(
      [
        entryOf(1, { status: 'approved' }, done),
        entryOf(2, { status: 'pending' }),
        entryOf(3, null),
        entryOf(4, { status: 'rejected' }),
        // counts, and has to be renewed
        entryOf(5, { status: 'approved', expiresOn: '2026-12-01' }, done),
        { ...entryOf(6, null), documentType: { ...entryOf(6, null).documentType, required: false } },
      ],
      NOON,
    )
    expect(open.map(({ documentType }) => documentType.id)).toEqual([4, 3, 5, 2])
    expect(approved.map(({ documentType }) => documentType.id)).toEqual([1])
  })
})

it('lists documents to upload again before all others, and these by their upload', () => {
  const entries = [
    entryOf(1, { status: 'approved', uploadedAt: '2026-11-22T00:00:00Z' }),
    entryOf(2, { status: 'pending', uploadedAt: '2026-11-23T00:00:00Z' }),
    entryOf(3, { status: 'approved', expired: true, uploadedAt: '2025-11-01T00:00:00Z' }),
    entryOf(4, { status: 'rejected', uploadedAt: '2026-11-01T00:00:00Z' }),
    entryOf(5, null),
  ]
  expect(byNeed(entries, NOON).map(({ documentType }) => documentType.id)).toEqual([4, 3, 2, 1])
})

describe('what a broker is to upload', () => {
  it.each([
    ['missing', entryOf(1, null)],
    ['asked', entryOf(1, { status: 'approved' }, { askedNote: 'A newer one' })],
    ['rejected', entryOf(1, { status: 'rejected' })],
    ['expired', entryOf(1, { status: 'approved', expiresOn: '2026-11-23', expired: true })],
    ['ending', entryOf(1, { status: 'approved', expiresOn: '2027-01-23' })],
    [null, entryOf(1, { status: 'approved', expiresOn: '2027-01-24' })],
    [null, entryOf(1, { status: 'pending' })],
    [null, entryOf(1, { status: 'approved' })],
  ])('is %s', (need, entry) => {
    expect(needOf(entry, NOON)).toBe(need)
  })

  // Covers: broker-portal-screens-9
  it('is one thing at a time: asked for, rejected and expired go before what is missing, and what is optional last', () => {
    const optional = entryOf(1, { status: 'rejected' })
    optional.documentType.required = false
    const missing = entryOf(2, null)
    const rejected = entryOf(3, { status: 'rejected' })
    const asked = entryOf(4, null, { askedNote: 'Please' })
    const first = (...entries: DocumentEntry[]) => nextUpload(entries, NOON)?.entry.documentType.id
    expect(first(optional, missing, rejected, asked)).toBe(4)
    expect(first(optional, missing, rejected)).toBe(3)
    expect(first(optional, missing)).toBe(2)
    expect(first(optional)).toBe(1)
    expect(first(entryOf(5, { status: 'pending' }))).toBeUndefined()
  })

  // Covers: broker-portal-screens-8
  it('is called Re-upload where a document is there and not approved', () => {
    const labels = [
      null,
      { status: 'pending' },
      { status: 'approved' },
      { status: 'approved', expired: true },
    ] as const
    expect(labels.map((part) => uploadLabel(part && documentOf(part)))).toEqual([
      'Upload',
      'Re-upload',
      'Upload',
      'Re-upload',
    ])
  })
})

describe('the day on which a document ends', () => {
  // Covers: broker-portal-screens-9
  it('is counted in Sydney days, whatever the hour', () => {
    expect(daysLeft('2026-11-24', Date.parse('2026-11-24T00:01:00+11:00'))).toBe(0)
    expect(daysLeft('2026-11-24', Date.parse('2026-11-24T23:59:00+11:00'))).toBe(0)
    expect(daysLeft('2026-11-25', Date.parse('2026-11-24T23:59:00+11:00'))).toBe(1)
    // the clocks change in between
    expect(daysLeft('2027-04-10', NOON)).toBe(137)
  })

  // Covers: broker-portal-screens-9
  it('is said with what to do, from sixty days ahead', () => {
    const text = (expiresOn: string | null, expired = false) => expiryText({ expiresOn, expired }, NOON)
    expect(text(null)).toBeNull()
    expect(text('2027-06-30')).toBe('Valid until Wed 30 Jun 2027')
    expect(text('2026-12-01')).toMatch(/^Expires in 7 days, on Tue 1 Dec\. Upload the new one before then/)
    expect(text('2026-11-25')).toMatch(/^Expires tomorrow/)
    expect(text('2026-11-24')).toMatch(/^Expires today/)
    expect(text('2026-11-23', true)).toBe(
      'Expired on Mon 23 Nov and no longer counts. Please upload the current one.',
    )
  })
})

describe('the renewal of a document', () => {
  it('names the days left of an approved one, and the day of an expired one', () => {
    const on = (expiresOn: string, part: Partial<OwnDocument> = {}) =>
      renewalText(documentOf({ status: 'approved', expiresOn, ...part }), NOON)
    expect(on('2026-12-15')).toBe('Expires in 21 days')
    expect(on('2026-11-25')).toBe('Expires tomorrow')
    expect(on('2026-11-24')).toBe('Expires today')
    expect(on('2026-11-03', { expired: true })).toBe('Expired on Tue 3 Nov')
  })

  it('is absent far from expiry, under review and without a document', () => {
    expect(renewalText(documentOf({ status: 'approved', expiresOn: '2027-06-01' }), NOON)).toBeNull()
    expect(renewalText(documentOf({ status: 'pending', expiresOn: '2026-12-15' }), NOON)).toBeNull()
    expect(renewalText(null, NOON)).toBeNull()
  })
})
