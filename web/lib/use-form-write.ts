import type { UseMutationResult } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Endpoint } from '#contract/endpoint.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { AnswerOf, CallInput } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { showServerErrors } from './form.ts'
import type { Edit } from './use-edit.ts'

type FormOfErrors<V extends FieldValues, C, T> = Pick<UseFormReturn<V, C, T>, 'getValues' | 'setError'>

interface FormWriteOptions<E extends Endpoint> {
  /** Topics to refresh immediately, as of useWrite. */
  refresh?: readonly string[]
  /** As of useWrite. */
  edit?: Edit | undefined
  /** Text of the toast after success; left out where `onSuccess` shows it. */
  success?: string | ((result: AnswerOf<E>) => string)
  /** Text of the toast where the server gives no message. */
  failure: string
  /** Usually closes. */
  onSuccess?: (result: AnswerOf<E>) => void
}

/** `useWrite` for a form: shows success in a toast, and refusals at their fields or else in a toast. */
export function useFormWrite<E extends Endpoint, V extends FieldValues, C, T>(
  form: FormOfErrors<V, C, T>,
  endpoint: E,
  { refresh, edit, success, failure, onSuccess }: FormWriteOptions<E>,
): UseMutationResult<AnswerOf<E>, Error, CallInput<E>> {
  return useWrite(endpoint, {
    refresh,
    edit,
    onSuccess: (result) => {
      if (success) toastSuccess(typeof success === 'string' ? success : success(result))
      onSuccess?.(result)
    },
    onError: (error) => showFailure(form, error, failure),
  })
}

/** Shows a refusal at its field; without such a field in a toast. */
export function showFailure<V extends FieldValues, C, T>(
  form: FormOfErrors<V, C, T>,
  error: unknown,
  fallback: string,
): void {
  if (!showServerErrors(form, error)) toastError(messageOf(error, fallback))
}
