import { useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { isSame, mergeEdit } from './merge-edit.ts'

type ShownForm<V extends FieldValues, C, T> = Pick<UseFormReturn<V, C, T>, 'getValues' | 'reset' | 'setValue'>

/** Shows `next`; differences from `saved` count as typed. */
export function showValues<V extends FieldValues, C, T>(
  form: Pick<ShownForm<V, C, T>, 'reset' | 'setValue'>,
  next: V,
  saved: V,
): void {
  form.reset(saved, { keepDirty: false, keepDirtyValues: false })
  for (const name of Object.keys(next) as Path<V>[]) {
    if (!isSame(next[name], saved[name]))
      form.setValue(name, next[name] as PathValue<V, Path<V>>, { shouldDirty: true })
  }
}

/** Shows the saved record. Input typed since the submit stays, and is unsaved. */
export function showSaved<V extends FieldValues, C, T>(
  form: ShownForm<V, C, T>,
  submitted: V,
  saved: V,
): void {
  const { values } = mergeEdit(submitted, saved, form.getValues())
  showValues(form, values as V, saved) // of the same fields
}

interface SavedForm<V, T> {
  /** `form.handleSubmit(saved.from((body) => save.mutate({ body })))` */
  from: <Result>(submit: (body: T) => Result) => (body: T) => Result
  /** Once it is saved. */
  show: (saved: V) => void
}

/** A form that stays open after it is saved: input typed while the save runs is not lost. */
export function useSavedForm<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>): SavedForm<V, T> {
  const submitted = useRef<V | null>(null)
  return {
    from: (submit) => (body) => {
      // the form changes its lists and groups in place
      submitted.current = structuredClone(form.getValues())
      return submit(body)
    },
    show: (saved) => showSaved(form, submitted.current ?? form.getValues(), saved),
  }
}
