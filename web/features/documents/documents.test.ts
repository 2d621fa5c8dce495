import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listReviewDocuments } from '#contract/documents/document-reviews.ts'
import { createDocumentType, type DocumentTypeSetup } from '#contract/documents/document-types.ts'
import { waitsLong } from '#web/ui/review/review-columns.tsx'
import { claimState, isWaiting, nextToDecide, type Reviewer } from '#web/ui/review/review-desk.ts'
import { type DeskDocument, documentDesk } from './document-desk.ts'
import { documentFilters, documentQuery, emptyTitle, expiringQuery, isFiltered } from './document-filters.ts'
import { documentLook, expiryText, expiryTone } from './document-labels.ts'
import { linesOf, toggleReason } from './reason-text.ts'
import { requestNote } from './request-note.ts'
import { bodyOf, newType, sizeText, typeForm, validityText, valuesOf } from './type-form.ts'
import { zoomed, zoomSteps } from './zoom.ts'

const me = { id: 5, isAdmin: false }
const admin = { id: 1, isAdmin: true }
const carla = { id: 9, name: 'Carla Compliance' }
const pending = {
  ...({ id: 17, status: 'pending', current: true, claimedBy: null } as const),
  ...({ broker: { id: 1, name: 'Ann', company: null } } as const),
  documentType: {
    ...({ id: 1, name: 'Photo ID', description: '', category: 'identity' } as const),
    ...{ required: true, requiredFrom: null, maxFileSize: 1 },
  },
} satisfies DeskDocument
const claimOf = (document: DeskDocument, reviewer: Reviewer) => claimState(documentDesk, document, reviewer)

describe('the queue of documents', () => {
  // Covers: staff-screens-documents-2
  it('shows what is pending, what waits longest first', () => {
    expect(documentQuery(documentFilters)).toEqual({ status: 'pending', sort: 'uploadedAt' })
    expect(isFiltered(documentFilters)).toBe(false)
  })
  // Covers: staff-screens-documents-2
  it('shows all, or one type, or mine, or old ones, and says that it is filtered', () => {
    const all = { ...documentFilters, status: 'all' }
    expect(documentQuery(all)).toEqual({ sort: '-uploadedAt' })
    expect(isFiltered(all)).toBe(false)
    const narrow = { ...documentFilters, type: '3', claimed: 'mine', age: '7' }
    expect(documentQuery(narrow)).toMatchObject({ documentTypeId: 3, claimed: 'mine', olderThanDays: 7 })
    for (const change of [
      { type: '3' },
      { claimed: 'nobody' },
      { age: '1' },
      { q: 'x' },
      { status: 'rejected' },
    ]) {
      expect(isFiltered({ ...documentFilters, ...change }), JSON.stringify(change)).toBe(true)
    }
  })
  // Covers: staff-screens-documents-2
  it('asks only what the contract takes, whatever the address holds', () => {
    const any = fc.string({ maxLength: 40 })
    const filters = fc.record({ q: any, status: any, type: any, claimed: any, age: any, sort: any })
    fc.assert(
      fc.property(filters, (given) => {
        expect(listReviewDocuments.query.safeParse(documentQuery(given)).success).toBe(true)
        expect(listReviewDocuments.query.safeParse(expiringQuery(given.q)).success).toBe(true)
      }),
    )
  })
  it('says what is empty', () => {
    expect(emptyTitle('pending')).toBe('Nothing to review')
    expect(emptyTitle('approved')).toBe('No documents are approved')
    expect(emptyTitle('all')).toBe('No documents yet')
  })
})

describe('claiming a document', () => {
  // Covers: staff-screens-documents-4
  it('claims what nobody has and unassigns what is mine', () => {
    expect(claimOf(pending, me)).toEqual({ claim: true, label: 'Claim', refusal: null })
    expect(claimOf({ ...pending, claimedBy: { id: 5, name: 'Me' } }, me).claim).toBe(false)
  })
  // Covers: staff-screens-documents-4
  it("leaves a colleague's alone, unless an admin unassigns it", () => {
    const theirs = { ...pending, claimedBy: carla }
    expect(claimOf(theirs, me).refusal).toBe('This document is assigned to Carla Compliance.')
    expect(claimOf(theirs, admin)).toEqual({
      claim: false,
      label: 'Unassign Carla Compliance',
      refusal: null,
    })
  })
  // Covers: staff-screens-documents-4
  it('is over with the decision or a newer version', () => {
    for (const over of [{ status: 'approved' }, { status: 'rejected' }, { current: false }] as const) {
      expect(claimOf({ ...pending, ...over }, admin).refusal).not.toBeNull()
    }
  })
})

describe('what is decided next', () => {
  const item = (id: number, change: Partial<DeskDocument> = {}) => ({ ...pending, id, ...change })
  const next = (items: readonly DeskDocument[], start: number) =>
    nextToDecide(documentDesk, items, { id: 2, start, reviewer: me })
  // Covers: staff-screens-documents-1
  it('is the following one that nobody else has claimed', () => {
    const items = [
      item(1),
      item(2),
      item(3, { claimedBy: carla }),
      item(4, { claimedBy: { id: me.id, name: 'Me' } }),
    ]
    expect(next(items, 2)?.id).toBe(4)
  })
  // Covers: staff-screens-documents-1
  it('goes round to the beginning, and past what is decided or replaced', () => {
    const items = [item(1), item(2), item(3, { status: 'approved' }), item(4, { current: false })]
    expect(next(items, 2)?.id).toBe(1)
  })
  // Covers: staff-screens-documents-1
  it('is nothing where only the document itself is left', () => {
    expect(next([item(2)], 1)).toBeNull()
    expect(next([], 0)).toBeNull()
  })
  // Covers: staff-screens-documents-1
  it('is what moved up to the place of a document that has left the list', () => {
    expect(next([item(1), item(3)], 1)?.id).toBe(3)
  })
})

describe('a reason that is ticked', () => {
  // Covers: staff-screens-documents-3
  it('is put into the text and taken out again, and leaves what was typed', () => {
    const typed = toggleReason('Call me.', 'Pages are missing.')
    expect(typed).toBe('Call me.\nPages are missing.')
    expect(linesOf(typed)).toContain('Pages are missing.')
    expect(toggleReason(typed, 'Pages are missing.')).toBe('Call me.')
    expect(toggleReason('  ', 'Pages are missing.')).toBe('Pages are missing.')
  })
})

describe('how a document stands', () => {
  it('is told in one word, and an approval past its last day is no approval', () => {
    expect(documentLook({ status: 'approved' }).label).toBe('Approved')
    expect(documentLook({ status: 'approved', expired: true })).toEqual({ tone: 'red', label: 'Expired' })
    expect(documentLook({ status: 'pending', expired: false }).label).toBe('Pending')
  })
  // Covers: staff-screens-documents-5
  it('tells when it ends, by calendar days', () => {
    expect(expiryText('2026-11-24', '2026-11-24')).toBe('Expires today')
    expect(expiryText('2026-11-25', '2026-11-24')).toBe('Expires in 1 day')
    expect(expiryText('2026-11-21', '2026-11-24')).toBe('Expired 3 days ago')
    expect(expiryTone('2026-11-23', '2026-11-24')).toBe('red')
    expect(expiryTone('2026-11-24', '2026-11-24')).toBe('amber')
    expect(expiryTone('2027-11-24', '2026-11-24')).toBe('grey')
  })
  it('marks what has waited for more than three days', () => {
    const now = Date.parse('2026-11-24T00:00:00Z')
    expect(waitsLong('2026-11-20T00:00:00Z', now)).toBe(true)
    expect(waitsLong('2026-11-23T00:00:00Z', now)).toBe(false)
    expect([isWaiting(documentDesk, pending), isWaiting(documentDesk, { status: 'approved' })]).toEqual([
      true,
      false,
    ])
  })
  // Covers: staff-screens-documents-5
  it('begins a request with when the copy ends', () => {
    const subject = {
      broker: { id: 1, name: 'Ann', company: null },
      documentType: {
        id: 1,
        name: 'ID',
        description: '',
        category: 'identity',
        required: true,
        requiredFrom: null,
        maxFileSize: 1,
      },
      status: 'approved',
      expiresOn: '2026-11-20',
      askedNote: null,
    } as const
    const now = Date.parse('2026-11-24T00:00:00Z')
    expect(requestNote(subject, now)).toMatch(/^Our copy expired on Fri 20 Nov 2026\./)
    expect(requestNote({ ...subject, expiresOn: '2026-12-20' }, now)).toMatch(/ expires on /)
    expect(requestNote({ ...subject, status: 'pending', expiresOn: null }, now)).toBe('')
    expect(requestNote({ ...subject, askedNote: 'Both sides, please' }, now)).toBe('Both sides, please')
  })
})

describe('the form of a document type', () => {
  const setup: DocumentTypeSetup = {
    ...{
      id: 1,
      name: 'Photo ID',
      description: '',
      category: 'identity',
      required: true,
      requiredFrom: null,
      maxFileSize: 1_234_567,
    },
    ...{ expires: true, validityMonths: null, reviewHint: '', retiredAt: null, documents: 0 },
  }
  // Covers: staff-screens-documents-6
  it('gives back unchanged what nobody touched, down to the byte', () => {
    const body = bodyOf(typeForm.parse(valuesOf(setup)), setup)
    expect(body).toMatchObject({ maxFileSize: 1_234_567, validityMonths: null, expires: true })
    expect(bodyOf(typeForm.parse({ ...valuesOf(setup), maxMegabytes: '5' }), setup).maxFileSize).toBe(
      5_242_880,
    )
  })
  // Covers: staff-screens-documents-6
  it('is refused with the reason where the contract would refuse it', () => {
    const text = fc.oneof(fc.string({ maxLength: 6 }), fc.double().map(String), fc.integer().map(String))
    fc.assert(
      fc.property(text, text, (maxMegabytes, validityMonths) => {
        const form = typeForm.safeParse({ ...newType, name: 'X', maxMegabytes, validityMonths })
        if (form.success) createDocumentType.body.parse(bodyOf(form.data, null))
      }),
      { numRuns: 500 },
    )
    const faultOf = (change: object): string | undefined =>
      typeForm.safeParse({ ...newType, name: 'X', ...change }).error?.issues[0]?.message
    expect(faultOf({})).toBeUndefined()
    expect(faultOf({ maxMegabytes: '0.05' })).toBe('At least 0.1MB')
    expect(faultOf({ maxMegabytes: '51' })).toBe('At most 50MB')
    expect(faultOf({ validityMonths: '121' })).toBe('From 1 to 120')
    expect(faultOf({ name: ' ' })).toBe('Name is required')
  })
  it('suggests no end for what does not end', () => {
    const fields = typeForm.parse({ ...newType, name: 'X', expires: false, validityMonths: '12' })
    expect(bodyOf(fields, null).validityMonths).toBeNull()
    expect(validityText({ expires: false, validityMonths: null })).toBe('Does not expire')
    expect(validityText({ expires: true, validityMonths: 1 })).toBe('After 1 month')
    expect(sizeText(10_485_760)).toBe('10 MB')
  })
})

it('zoom goes step by step and ends at either end', () => {
  expect(zoomed(100, 1)).toBe(125)
  expect(zoomed(100, -1)).toBe(75)
  expect(zoomed(zoomSteps[0], -1)).toBe(zoomSteps[0])
  expect(zoomed(300, 1)).toBe(300)
})
