import { type FormEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FailurePlaces, showFailure } from './failure.ts'

/** A failure shown in the form, with the submitted values. */
interface Failure<T> {
  message: string
  sent: T
}

interface Attempt<T> {
  failure: Failure<T> | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

interface AttemptOptions<T> {
  send: (values: T) => Promise<unknown>
  textOf: (error: unknown) => string
  places: FailurePlaces
  onFailed?: () => void
}

/** Sends a form that is filled in rightly; a failure is shown until the next attempt. */
export function useAttempt<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  { send, textOf, places, onFailed }: AttemptOptions<T>,
): Attempt<T> {
  const [failure, setFailure] = useState<Failure<T> | null>(null)
  const onSubmit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await send(values)
    } catch (error) {
      showFailure(form, error, places, textOf, (message) => setFailure({ message, sent: values }))
      onFailed?.()
    }
  })
  return { failure, onSubmit }
}
