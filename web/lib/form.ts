import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/api/api-error.ts'
import { noteControl } from './form-of-control.ts'

type ObjectSchema = z.ZodType<FieldValues, FieldValues>

/**
 * A form checked by the contract's schema: on blur and on submit, the first error gets the focus.
 * @param values initial values that load after the form is shown: they fill fields that the user has not changed
 */
export function useZodForm<S extends ObjectSchema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
  values?: z.input<S>,
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues,
    // the options apply to every reset of the form, so only a form with late values may have them
    ...(values !== undefined && { values, resetOptions: { keepDirty: true, keepDirtyValues: true } }),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  })
}

export type FieldBinding<Name extends string> = UseFormRegisterReturn<Name> & { error: string | undefined }

/** Binds one field: `<TextField label="Name" {...field(form, 'name')} />`. */
export function field<V extends FieldValues, C, T, Name extends FieldPath<V>>(
  form: UseFormReturn<V, C, T>,
  name: Name,
): FieldBinding<Name> {
  const error = get(form.formState.errors, name) as { message?: unknown } | undefined // react-hook-form's FieldError
  const bound = form.register(name)
  const ref: typeof bound.ref = (control) => {
    noteControl(control, form)
    bound.ref(control)
  }
  return { ...bound, ref, error: typeof error?.message === 'string' ? error.message : undefined }
}

/**
 * Puts the server's `fields` messages at their fields and the focus on the first of them.
 * False when none of them belongs to this form: then show it in a toast.
 */
export function showServerErrors<V extends FieldValues, C, T>(
  form: Pick<UseFormReturn<V, C, T>, 'getValues' | 'setError'>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = new Set(Object.keys(form.getValues()))
  const names = Object.keys(error.fields).filter((name) => known.has(name.split('.')[0] ?? name))
  for (const [index, name] of names.entries()) {
    const path = name as FieldPath<V> // its first part is a field of this form
    form.setError(path, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: index === 0 })
  }
  return names.length > 0
}

/** Ctrl or Cmd + Enter anywhere in a form submits it. Put on the form's onKeyDown. */
export function submitOnCtrlEnter(event: React.KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
