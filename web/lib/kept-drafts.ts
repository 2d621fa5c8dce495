// The input of a form is kept in the tab's own storage until it is saved or discarded: a session that ends, a reload or
// a crash loses nothing. It is kept for one person and one form, and never leaves the browser.
import { z } from 'zod'

export interface Draft {
  /** When it was last typed in, in milliseconds. */
  at: number
  /** Values that differ from the form at opening, by the names of its fields. */
  values: Record<string, unknown>
  /** Values of these fields at opening; left out in a draft without a saved record. */
  before?: Record<string, unknown> | undefined
}

interface OpenForm {
  /** Removes its draft; its present values count as saved. */
  settle: () => void
}

/** A submitted form while its write is under way. */
export interface SubmittedForm {
  /** Removes the draft of the submitted values. Input typed later stays a draft. */
  saved: () => void
}

const PREFIX = 'draft '
/** Larger than any form of the house: a draft is no store. */
const MAX_CHARACTERS = 500_000
const fields = z.record(z.string(), z.unknown())
const stored = z.object({ at: z.number(), values: fields, before: fields.optional() })

let owner: string | null = null
/** The forms on screen, the one opened last at the end. */
const open: OpenForm[] = []
let submitted: SubmittedForm | null = null

/** The owner of the drafts, e.g. 'staff 3'; null: no user is signed in, and no drafts are kept. */
export function setDraftOwner(next: string | null): void {
  owner = next
}

const keyOf = (form: string): string | null => (owner === null ? null : `${PREFIX}${owner} ${form}`)

export function readDraft(form: string): Draft | null {
  const key = keyOf(form)
  if (key === null) return null
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? null : (stored.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    // no storage, or nothing that we wrote
    return null
  }
}

/** Stores the draft; removes it when no value differs or it is too long. */
export function writeDraft(form: string, draft: Draft): void {
  const key = keyOf(form)
  if (key === null) return
  try {
    const text = JSON.stringify(draft)
    if (Object.keys(draft.values).length === 0 || text.length > MAX_CHARACTERS) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // no storage, or it is full: the form itself still has the input
  }
}

export function dropDraft(form: string): void {
  writeDraft(form, { at: 0, values: {} })
}

/** Removes all drafts of a user who signs out. */
export function dropDraftsOfOwner(): void {
  try {
    const own = Object.keys(sessionStorage).filter((key) => key.startsWith(`${PREFIX}${owner} `))
    for (const key of own) sessionStorage.removeItem(key)
  } catch {
    // no storage
  }
}

/** Registers a form that is on screen. @returns removes it */
export function openForm(form: OpenForm): () => void {
  open.push(form)
  return () => void open.splice(open.indexOf(form), 1)
}

/** The next write that starts saves this form. @returns withdraws it, for a submit that led to no write */
export function formSubmitted(form: SubmittedForm): () => void {
  submitted = form
  return () => {
    if (submitted === form) submitted = null
  }
}

/** To be called when a write starts. @returns the form that it saves */
export function takeSubmitted(): SubmittedForm | null {
  const form = submitted
  submitted = null
  return form
}

/** Discards drafts after the user confirmed it: of the form on top, or of all on screen. */
export function giveUpDrafts(which: 'top' | 'all'): void {
  for (const form of which === 'top' ? open.slice(-1) : [...open]) form.settle()
}
