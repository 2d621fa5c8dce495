import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { z } from 'zod'
import {
  changedTexts,
  errorsOf,
  type FormErrors,
  type FormTexts,
  isChanged,
  putTexts,
  textsOf,
} from './form-values.ts'
import { useTypedTexts } from './use-typed-texts.ts'

interface Options<S extends z.ZodType> {
  schema: S
  /** Initial values of the fields, by name. */
  initial: FormTexts
  /** Converts the form's texts to the schema's input. */
  read: (texts: FormTexts) => unknown
  /** Keeps the input over a reload of the page, under this name and in this tab only. */
  keepAs: string
}

export interface BoundField {
  name: string
  defaultValue: string
  error: string | undefined
}

export interface SiteForm<S extends z.ZodType> {
  ref: RefObject<HTMLFormElement | null>
  errors: FormErrors
  /** Something was typed that is not sent yet. */
  changed: boolean
  /** For the form element: checks a field on blur, and again on each input while it has an error. */
  handlers: {
    onBlur: (event: FocusEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
  bind: (name: string) => BoundField
  texts: () => FormTexts
  /** The checked values; undefined with messages at the fields, the first of which has the focus. */
  check: (by?: z.ZodType, more?: FormErrors) => z.output<S> | undefined
  /** Shows messages at their fields; false when none of them belongs to a field of this form. */
  showErrors: (errors: FormErrors) => boolean
  /** One message from elsewhere, such as a file's; null removes it. */
  setError: (name: string, message: string | null) => void
  /** Puts texts into the fields of these names that are empty, as if they were typed. */
  fill: (values: FormTexts) => void
  /** Sets the fields of these names, and overwrites their values. */
  put: (values: FormTexts) => void
  /** These texts are saved: only differences from them count as changes. */
  markKept: (texts: FormTexts) => void
  /** The input is no longer needed, e.g. after Cancel. */
  discard: () => void
  /** Resets the fields to their initial values. */
  reset: () => void
}

/**
 * A form with uncontrolled fields: the values that the browser restores after Back are kept, and the page needs no form
 * library. The contract's schema checks on blur and on submit.
 */
export function useSiteForm<S extends z.ZodType>({ schema, initial, read, keepAs }: Options<S>): SiteForm<S> {
  const ref = useRef<HTMLFormElement>(null)
  const kept = useRef(initial)
  const [errors, setErrors] = useState<FormErrors>({})
  const [changed, setChanged] = useState(false)

  const texts = useCallback(
    (): FormTexts => (ref.current ? textsOf(new FormData(ref.current)) : initial),
    [initial],
  )
  const noteChange = useCallback(() => setChanged(isChanged(texts(), kept.current)), [texts])
  const put = (values: FormTexts): void => {
    if (ref.current) putTexts(ref.current, values)
    noteChange()
  }
  const typed = useTypedTexts(keepAs, () => changedTexts(texts(), kept.current))
  useEffect(() => {
    const before = typed.found()
    if (before && ref.current) putTexts(ref.current, before)
    // the browser's Back restores texts without an event
    noteChange()
  }, [noteChange, typed])

  const setError = (name: string, message: string | null): void =>
    setErrors(({ [name]: _, ...others }) => (message ? { ...others, [name]: message } : others))
  const recheck = (name: string): void => {
    const { error } = schema.safeParse(read(texts()))
    setError(name, (error && errorsOf(error)[name]) ?? null)
  }
  const showErrors = (found: FormErrors): boolean => {
    const first = [...(ref.current?.elements ?? [])].find(
      (element) => nameOf(element) !== '' && nameOf(element) in found,
    )
    setErrors(found)
    if (first instanceof HTMLElement) first.focus()
    return first !== undefined
  }
  return {
    ref,
    errors,
    changed,
    handlers: {
      onBlur: ({ target }) => {
        // a field that was only passed by is not complained about before sending
        if (typedIn(target) !== '') recheck(nameOf(target))
      },
      onInput: ({ target }) => {
        noteChange()
        if (target instanceof Element && nameOf(target) in errors) recheck(nameOf(target))
      },
    },
    bind: (name) => ({ name, defaultValue: initial[name] ?? '', error: errors[name] }),
    texts,
    check: (by = schema, more = {}) => {
      const result = by.safeParse(read(texts()))
      const found = { ...more, ...(result.error && errorsOf(result.error)) }
      showErrors(found)
      const isFine = result.success && Object.keys(found).length === 0
      return isFine ? (result.data as z.output<S>) : undefined // `by` is a stricter or looser form of S
    },
    showErrors,
    setError,
    fill: (values) => {
      for (const [name, value] of Object.entries(values)) {
        const field = ref.current?.elements.namedItem(name)
        if (!(field instanceof HTMLInputElement) || field.value.trim() !== '') continue
        field.value = value
        setError(name, null)
      }
      noteChange()
    },
    put,
    markKept: (safe) => {
      kept.current = safe
      noteChange()
    },
    discard: () => {
      kept.current = texts()
      setChanged(false)
    },
    reset: () => {
      ref.current?.reset()
      kept.current = initial
      setErrors({})
      setChanged(false)
    },
  }
}

const nameOf = (element: Element): string => element.getAttribute('name') ?? ''

function typedIn(element: EventTarget): string {
  const isField =
    (element instanceof HTMLInputElement && (element.type !== 'checkbox' || element.checked)) ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  return isField ? element.value : ''
}
