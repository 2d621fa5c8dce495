import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { consoleAudience } from '#web/features/accounts/console-audience.ts'
import { portalAudience } from '#web/features/portal/sign-in/portal-audience.ts'
import { toastStore } from '#web/ui/toast.ts'
import { type FailurePlaces, showFailure } from './failure.ts'

const refused = (fields: Record<string, string> = {}): ApiError =>
  new ApiError({ status: 401, code: 'not_signed_in', message: 'Refused by the server', fields })

/** Shows a failure in a form of these fields, and returns where it was shown. */
function shown(places: FailurePlaces, error: unknown, values: FieldValues = { email: '', code: '' }) {
  const setError = vi.fn()
  // react-hook-form overloads getValues; only the call without arguments is used here
  const getValues = (() => values) as unknown as UseFormReturn['getValues']
  const inForm: string[] = []
  const before = toastStore.current()
  showFailure(
    { getValues, setError },
    error,
    places,
    () => 'It did not work.',
    (text) => inForm.push(text),
  )
  const toast = toastStore.current()
  return {
    beside: setError.mock.calls.map(([name, { message }]) => [name, message]),
    inForm,
    toast: toast === before || !toast ? null : [toast.title, toast.message],
  }
}

describe('a failure of the console', () => {
  const { signIn, code, reset } = consoleAudience.failures

  it('to sign in is said in a toast', () => {
    expect(shown(signIn, refused())).toEqual({
      beside: [],
      inForm: [],
      toast: ['Error', 'It did not work.'],
    })
  })

  it('of the code stands beside its field alone', () => {
    expect(shown(code, refused())).toEqual({
      beside: [['code', 'It did not work.']],
      inForm: [],
      toast: null,
    })
  })

  it('of a link to set a password stands in the form, where another link can be asked for', () => {
    expect(shown(reset, refused())).toEqual({ beside: [], inForm: ['It did not work.'], toast: null })
  })

  it('that the server put beside a field is not said twice', () => {
    const told = { beside: [['email', 'No such address']], inForm: [], toast: null }
    for (const places of [signIn, code, reset])
      expect(shown(places, refused({ email: 'No such address' }))).toEqual(told)
  })
})

describe('a failure of the portal', () => {
  const { signIn, code, reset } = portalAudience.failures

  // Covers: broker-portal-screens-2
  it('to sign in stands in the form and is said in a toast, whatever stands beside the fields', () => {
    for (const places of [signIn, code]) {
      expect(shown(places, refused({ email: 'No such address' }))).toEqual({
        beside: [['email', 'No such address']],
        inForm: ['It did not work.'],
        toast: ['Login Failed', 'It did not work.'],
      })
    }
  })

  it('of a link to set a password is said twice as well, unless a field says it', () => {
    expect(shown(reset, refused())).toEqual({
      beside: [],
      inForm: ['It did not work.'],
      toast: ['Error', 'It did not work.'],
    })
    expect(shown(reset, refused({ email: 'No such address' }))).toMatchObject({ inForm: [], toast: null })
  })
})
