import { type RefObject, useEffect, useRef, useState } from 'react'
import { asksForSecret, setControls, shownValues } from './form-controls.ts'
import { formOfControls } from './form-of-control.ts'
import { type Draft, draftSubmitted, dropDraft, openForm, readDraft, writeDraft } from './kept-drafts.ts'
import { isSame } from './merge-edit.ts'

/** A form that keeps its values in state rather than in its controls or in react-hook-form. */
export interface KeptState {
  values: Record<string, unknown>
  restore: (values: Record<string, unknown>) => void
}

export interface KeptDraft {
  /** What was typed before and not saved, until it is restored or discarded. */
  offer: Draft | null
  /** What could not be put back, because the form has no such field now. */
  rest: Record<string, unknown>
  restore: () => void
  discard: () => void
  /** To be called when the form is submitted. */
  submitted: () => void
}

const PAUSE_MS = 250

/** Keeps what is typed in a form until it is saved or given up. @param name of the form on its page; null: not kept */
export function useKeptDraft(
  element: RefObject<HTMLFormElement | null>,
  name: string | null,
  state?: KeptState,
): KeptDraft {
  const [offer, setOffer] = useState<Draft | null>(null)
  const [rest, setRest] = useState<Record<string, unknown>>({})
  const given = useRef<{ state: KeptState | undefined; offer: Draft | null }>({ state, offer })
  useEffect(() => {
    given.current = { state, offer }
  })
  const opened = useRef<{ key: string; form: Parameters<typeof openForm>[0] } | null>(null)

  useEffect(() => {
    const form = element.current
    if (!form || name === null || asksForSecret(form)) return
    const key = `${window.location.pathname} ${name}`
    let initial = given.current.state?.values ?? shownValues(form)
    let timer: number | undefined
    const changes = (): Record<string, unknown> => {
      const bound = given.current.state ? null : formOfControls(form)
      const values = given.current.state?.values ?? bound?.getValues() ?? shownValues(form)
      const before: Readonly<Record<string, unknown>> = bound?.formState.defaultValues ?? initial
      return Object.fromEntries(
        Object.entries(values).filter(([each, value]) => isKept(value) && !isSame(before[each], value)),
      )
    }
    const save = (): void => {
      window.clearTimeout(timer)
      timer = undefined
      // what is on offer stays there beside what is typed now
      writeDraft(key, { at: Date.now(), values: { ...given.current.offer?.values, ...changes() } })
    }
    const later = (): void => {
      window.clearTimeout(timer)
      timer = window.setTimeout(save, PAUSE_MS)
    }
    const flush = (): void => {
      if (timer !== undefined) save()
    }
    const entry = {
      settle: () => {
        window.clearTimeout(timer)
        timer = undefined
        initial = given.current.state?.values ?? shownValues(form)
        dropDraft(key)
        setOffer(null)
      },
    }
    opened.current = { key, form: entry }
    setOffer(readDraft(key))
    const close = openForm(entry)
    for (const event of ['input', 'change', 'click']) form.addEventListener(event, later)
    window.addEventListener('pagehide', flush)
    return () => {
      close()
      flush()
      for (const event of ['input', 'change', 'click']) form.removeEventListener(event, later)
      window.removeEventListener('pagehide', flush)
      opened.current = null
    }
  }, [element, name])

  return {
    offer,
    rest,
    restore: () => {
      const form = element.current
      if (!offer || !form) return
      const bound = state ? null : formOfControls(form)
      if (state) state.restore(offer.values)
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
    submitted: () => {
      if (opened.current) draftSubmitted(opened.current.form)
    },
  }
}

/** A choice may bring further fields, so that what finds none is tried again once they are there. */
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
