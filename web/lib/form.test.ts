import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { showServerErrors } from './form.ts'

interface Values extends FieldValues {
  name: string
  content: { title: string }
}

function formWith(values: Values) {
  const setError = vi.fn()
  // react-hook-form overloads getValues; only the call without arguments is used here
  const getValues = (() => values) as unknown as UseFormReturn<Values>['getValues']
  return { getValues, setError }
}

function refusal(fields: Record<string, string>): ApiError {
  return new ApiError({ status: 400, code: 'invalid', message: 'Check the form', fields })
}

describe('showServerErrors', () => {
  it('puts each message beside its field and the focus on the first', () => {
    const form = formWith({ name: '', content: { title: '' } })
    const fields = { name: 'Required', 'content.title': 'Hero title is required' }
    expect(showServerErrors(form, refusal(fields))).toBe(true)
    expect(form.setError.mock.calls).toEqual([
      ['name', { type: 'server', message: 'Required' }, { shouldFocus: true }],
      ['content.title', { type: 'server', message: 'Hero title is required' }, { shouldFocus: false }],
    ])
  })

  it('leaves what belongs to no field of the form to a toast', () => {
    const form = formWith({ name: '', content: { title: '' } })
    expect(showServerErrors(form, refusal({ other: 'Wrong' }))).toBe(false)
    expect(showServerErrors(form, refusal({}))).toBe(false)
    expect(showServerErrors(form, new Error('broken'))).toBe(false)
    expect(form.setError).not.toHaveBeenCalled()
  })
})
