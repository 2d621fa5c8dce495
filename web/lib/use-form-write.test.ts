import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { toast, toastStore } from '#web/ui/toast.ts'
import { showFailure } from './use-form-write.ts'

function formWith(values: FieldValues) {
  const setError = vi.fn()
  // react-hook-form overloads getValues; only the call without arguments is used here
  const getValues = (() => values) as unknown as UseFormReturn<FieldValues>['getValues']
  return { getValues, setError }
}

const refusal = (fields: Record<string, string>): ApiError =>
  new ApiError({ status: 400, code: 'invalid', message: 'Check the form', fields })

describe('showFailure', () => {
  beforeEach(() => toast({ title: 'Before', message: '' }))

  it('says what belongs to a field beside it, and nothing in a toast', () => {
    const form = formWith({ name: '' })
    showFailure(form, refusal({ name: 'Taken' }), 'Failed to save')
    expect(form.setError.mock.calls[0]?.slice(0, 2)).toEqual(['name', { type: 'server', message: 'Taken' }])
    expect(toastStore.current()?.title).toBe('Before')
  })

  it('says the rest in a toast, in the words of the server or else of the form', () => {
    const form = formWith({ name: '' })
    showFailure(form, refusal({ other: 'Wrong' }), 'Failed to save')
    expect(toastStore.current()).toMatchObject({ tone: 'error', message: 'Check the form' })
    showFailure(form, new Error('broken'), 'Failed to save')
    expect(toastStore.current()).toMatchObject({ tone: 'error', message: 'Failed to save' })
    expect(form.setError).not.toHaveBeenCalled()
  })
})
