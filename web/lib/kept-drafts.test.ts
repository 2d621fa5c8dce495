import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  dropDraftsOfOwner,
  formSubmitted,
  giveUpDrafts,
  openForm,
  readDraft,
  setDraftOwner,
  takeSubmitted,
  writeDraft,
} from './kept-drafts.ts'

/** As a browser's: each stored entry is also a property. */
function tabStorage(): Storage {
  const storage = {}
  const has = (key: string) => Object.hasOwn(storage, key)
  const methods = {
    getItem: (key: string) => (has(key) ? Reflect.get(storage, key) : null),
    setItem: (key: string, value: string) => void Reflect.set(storage, key, value),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value })
  return storage as Storage
}

const draft = { at: 1, values: { name: 'Half a campaign' } }

beforeEach(() => {
  vi.stubGlobal('sessionStorage', tabStorage())
  setDraftOwner('staff 3')
})
afterEach(() => {
  setDraftOwner(null)
  vi.unstubAllGlobals()
})

describe('what is typed in a form', () => {
  // Covers: console-toasts-18
  it('is kept for one person and one form', () => {
    writeDraft('/campaigns Create', draft)
    expect(readDraft('/campaigns Create')).toEqual(draft)
    expect(readDraft('/campaigns Edit')).toBeNull()
    setDraftOwner('staff 30')
    expect(readDraft('/campaigns Create')).toBeNull()
  })

  it('is kept for nobody who is not signed in', () => {
    setDraftOwner(null)
    writeDraft('/booking', draft)
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('is not kept once nothing differs, nor where it is larger than any form', () => {
    writeDraft('one', draft)
    writeDraft('one', { at: 2, values: {} })
    writeDraft('two', { at: 2, values: { note: 'x'.repeat(600_000) } })
    expect([readDraft('one'), readDraft('two')]).toEqual([null, null])
  })

  // Covers: console-toasts-18
  it('goes when its person signs out, and nobody else’s', () => {
    writeDraft('one', draft)
    setDraftOwner('staff 30')
    writeDraft('one', draft)
    setDraftOwner('staff 3')
    dropDraftsOfOwner()
    expect(readDraft('one')).toBeNull()
    setDraftOwner('staff 30')
    expect(readDraft('one')).toEqual(draft)
  })

  it('is left alone where something else stands in its place, and missed by nobody without a storage', () => {
    sessionStorage.setItem('draft staff 3 one', '{"values":')
    expect(readDraft('one')).toBeNull()
    vi.stubGlobal('sessionStorage', undefined)
    writeDraft('one', draft)
    expect(readDraft('one')).toBeNull()
  })
})

describe('a form that is on screen', () => {
  // Covers: console-toasts-18
  it('is saved by the write that starts after its submit, and by no other', () => {
    const saved: string[] = []
    const submit = (name: string) => formSubmitted({ saved: () => void saved.push(name) })
    takeSubmitted()?.saved()
    submit('one')
    const write = takeSubmitted()
    // a write of another part of the page starts and ends while the first is under way
    takeSubmitted()?.saved()
    expect(saved).toEqual([])
    write?.saved()
    expect(saved).toEqual(['one'])
  })

  // Covers: console-toasts-18
  it('is saved by no write after a submit that led to none', () => {
    const withdraw = formSubmitted({ saved: () => expect.unreachable() })
    withdraw()
    expect(takeSubmitted()).toBeNull()
  })

  it('on top is the one that leaving a dialog gives up; leaving the page gives up all', () => {
    const settled: string[] = []
    const closes = ['page', 'dialog'].map((name) => openForm({ settle: () => void settled.push(name) }))
    giveUpDrafts('top')
    expect(settled).toEqual(['dialog'])
    giveUpDrafts('all')
    expect(settled).toEqual(['dialog', 'page', 'dialog'])
    for (const close of closes) close()
    giveUpDrafts('all')
    expect(settled).toHaveLength(3)
  })
})
