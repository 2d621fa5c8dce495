import { createFormControl } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { showSaved } from './use-saved-form.ts'

const opened = { name: 'Flex', phone: '0255501234', reasons: [{ text: 'Not signed' }] }

/** A form with these changes, each as if it were typed. */
function typed(changes: Partial<typeof opened>) {
  const { control, ...form } = createFormControl({ defaultValues: structuredClone(opened) })
  // as React does when the form is on screen and reads the dirty fields
  control._state.mount = true
  control._proxyFormState.dirtyFields = true
  for (const name of Object.keys(changes) as (keyof typeof opened)[]) {
    form.setValue(name, changes[name] ?? '', { shouldDirty: true })
  }
  return { form, dirty: () => Object.keys(control._formState.dirtyFields) }
}

describe('a form that was saved', () => {
  it('shows what was saved, in the words of the server, and nothing is unsaved', () => {
    const submitted = { ...opened, phone: '02 5550 1234' }
    const { form, dirty } = typed({ phone: '02 5550 1234' })
    showSaved(form, submitted, { ...opened, phone: '(02) 5550 1234' })
    expect(form.getValues()).toEqual({ ...opened, phone: '(02) 5550 1234' })
    expect(dirty()).toEqual([])
  })

  // Covers: console-toasts-24
  it('keeps what was typed while the save ran, as unsaved', () => {
    const submitted = { ...opened, name: 'Flex Plus' }
    const later = { name: 'Flex Plus 2', reasons: [{ text: 'Not signed' }, { text: 'Out of date' }] }
    const { form, dirty } = typed(later)
    showSaved(form, submitted, submitted)
    expect(form.getValues()).toEqual({ ...opened, ...later })
    expect(dirty()).toEqual(['name', 'reasons'])
    form.reset()
    expect(form.getValues()).toEqual(submitted)
  })

  // Covers: console-toasts-24
  it('keeps a field that was put back while the save ran', () => {
    const submitted = { ...opened, name: 'Flex Plus' }
    const { form, dirty } = typed({ name: 'Flex' })
    showSaved(form, submitted, submitted)
    expect(form.getValues().name).toBe('Flex')
    expect(dirty()).toEqual(['name'])
  })
})
