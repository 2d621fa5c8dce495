import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { showServerErrors } from '#web/lib/form.ts'
import { toastError } from '#web/ui/toast.ts'

/** Where the message of a failed attempt is shown. */
export interface FailurePlaces {
  /** In the form, until the next attempt. */
  inForm?: boolean
  /** At this field. */
  field?: string
  /** In a toast with this title. */
  toast?: string
  /** Shows it even when field messages are shown already. */
  always?: boolean
}

type Fields<V extends FieldValues, C, T> = Pick<UseFormReturn<V, C, T>, 'getValues' | 'setError'>

/** Shows a failure at the fields that the server names, and in the configured places of its audience. */
export function showFailure<V extends FieldValues, C, T>(
  form: Fields<V, C, T>,
  error: unknown,
  places: FailurePlaces,
  textOf: (error: unknown) => string,
  showInForm: (message: string) => void,
): void {
  const isBesideFields = showServerErrors(form, error)
  if (isBesideFields && !places.always) return
  const message = textOf(error)
  if (places.inForm) showInForm(message)
  if (places.toast) toastError(message, places.toast)
  if (!places.field) return
  const path = places.field as FieldPath<V> // the audience names a field of this form
  form.setError(path, { message }, { shouldFocus: true })
}
