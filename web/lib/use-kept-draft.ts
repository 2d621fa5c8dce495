import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { asksForSecret, setControls, shownValues } from './form-controls.ts'
import { formOfControls } from './form-of-control.ts'
import {
  type Draft,
  dropDraft,
  formSubmitted,
  openForm,
  readDraft,
  type SubmittedForm,
  writeDraft,
} from './kept-drafts.ts'
import { isSame } from './merge-edit.ts'

type Values = Readonly<Record<string, unknown>>

/** A form that keeps its values in state rather than in its controls or in react-hook-form. */
export interface KeptState {
  values: () => Record<string, unknown>
  restore: (draft: Pick<Draft, 'values' | 'before'>) => void
  /** Of a form that edits a record: the record's values. The draft is merged with them when it is restored. */
  record?: () => Record<string, unknown>
}

export interface KeptDraft {
  /** Earlier unsaved input, until it is restored or discarded. */
  offer: Draft | null
  /** Values that could not be restored, because the form has no such field now. */
  rest: Record<string, unknown>
  restore: () => void
  discard: () => void
  /** To be called when the form is submitted. @returns withdraws it, for a submit that led to no write */
  submitted: () => () => void
}

const PAUSE_MS = 250

interface OpenedForm {
  key: string
  submitted: () => SubmittedForm
}

interface DraftName {
  name: string
  /** The same form on another page has a separate draft. */
  isOfPage: boolean
}

/**
 * Keeps the input of a form until it is saved or discarded.
 * @param named one name for each form and record; null: not kept
 */
export function useKeptDraft(
  element: RefObject<HTMLFormElement | null>,
  named: DraftName | null,
  state?: KeptState,
): KeptDraft {
  const label = named?.name ?? null
  const isOfPage = named?.isOfPage ?? false
  const [offer, setOffer] = useState<Draft | null>(null)
  const [rest, setRest] = useState<Record<string, unknown>>({})
  const given = useRef<{ state: KeptState | undefined; offer: Draft | null }>({ state, offer })
  useLayoutEffect(() => {
    given.current = { state, offer }
  })
  const opened = useRef<OpenedForm | null>(null)

  // a layout effect ends before the form leaves the document: labels name controls only inside it
  useLayoutEffect(() => {
    const form = element.current
    if (!form || label === null || asksForSecret(form)) return
    const name = isOfPage ? `${window.location.pathname} ${label}` : label
    const now = (): Values => valuesOf(form, given.current.state)
    const initial = now()
    // the values of the last save: a form that closes still shows them
    let saved: Values = {}
    let timer: number | undefined
    let isOpen = true
    const changes = (): Pick<Draft, 'values' | 'before'> => {
      const record = given.current.state?.record?.()
      const before = record ?? formOfControls(form)?.formState.defaultValues ?? initial
      const typed = Object.entries(now()).filter(
        ([each, value]) =>
          isKept(value) &&
          !(record && !(each in record)) &&
          !isSame(before[each], value) &&
          !(each in saved && isSame(saved[each], value)),
      )
      const values = Object.fromEntries(typed)
      return record ? { values, before: picked(record, values) } : { values }
    }
    const save = (): void => {
      window.clearTimeout(timer)
      timer = undefined
      const { values, before } = changes()
      const former = given.current.offer
      // a draft that is still offered is kept, merged with the present input
      writeDraft(name, {
        at: Date.now(),
        values: { ...former?.values, ...values },
        ...(before && { before: { ...before, ...former?.before } }),
      })
    }
    const later = (): void => {
      window.clearTimeout(timer)
      timer = window.setTimeout(save, PAUSE_MS)
    }
    const flush = (): void => {
      if (timer !== undefined) save()
    }
    const settle = (values: Values): void => {
      window.clearTimeout(timer)
      timer = undefined
      saved = values
      dropDraft(name)
      if (!isOpen) return
      given.current.offer = null
      setOffer(null)
      // typed while the save was under way
      later()
    }
    opened.current = {
      key: name,
      submitted: () => {
        const values = now()
        return { saved: () => settle(values) }
      },
    }
    setOffer(readDraft(name))
    const close = openForm({ settle: () => settle(now()) })
    for (const event of ['input', 'change', 'click']) form.addEventListener(event, later)
    window.addEventListener('pagehide', flush)
    return () => {
      isOpen = false
      close()
      flush()
      for (const event of ['input', 'change', 'click']) form.removeEventListener(event, later)
      window.removeEventListener('pagehide', flush)
      opened.current = null
    }
  }, [element, label, isOfPage])

  return {
    offer,
    rest,
    restore: () => {
      const form = element.current
      if (!offer || !form) return
      const bound = state ? null : formOfControls(form)
      if (state) state.restore(offer)
      else if (bound) {
        for (const [each, value] of Object.entries(offer.values))
          bound.setValue(each, value, { shouldDirty: true, shouldTouch: true })
      } else void putBack(form, offer.values).then(setRest)
      setOffer(null)
    },
    discard: () => {
      if (opened.current) dropDraft(opened.current.key)
      setOffer(null)
      setRest({})
    },
    submitted: () => (opened.current ? formSubmitted(opened.current.submitted()) : () => undefined),
  }
}

/** A copy: react-hook-form changes its lists and groups in place. */
function valuesOf(form: HTMLFormElement, state: KeptState | undefined): Values {
  const values: Values = state?.values() ?? formOfControls(form)?.getValues() ?? shownValues(form)
  const kept = Object.entries(values).filter(([, value]) => isKept(value))
  return structuredClone(Object.fromEntries(kept))
}

const picked = (from: Values, names: Values): Record<string, unknown> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, from[name]]))

/** A choice may add further fields, so values without a field are tried again once those are rendered. */
async function putBack(
  form: HTMLFormElement,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  let rest = setControls(form, values)
  for (let round = 0; round < 2 && Object.keys(rest).length > 0; round += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    rest = setControls(form, rest)
  }
  return rest
}

/** Files cannot be put back. */
const isKept = (value: unknown): boolean =>
  !(value instanceof Blob || value instanceof FileList || typeof value === 'function')
