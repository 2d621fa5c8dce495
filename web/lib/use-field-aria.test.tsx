import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CheckboxField as PageCheckboxField } from '#web/features/site/ui/CheckboxField.tsx'
import { TextField as PageTextField } from '#web/features/site/ui/TextField.tsx'
import { CheckboxField, RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Attributes = Record<string, string>

/** The attributes of the first such element. */
function attributesOf(html: string, element: string): Attributes {
  const tag = new RegExp(`<${element}\\b[^>]*>`).exec(html)?.[0] ?? ''
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}

/** The text of the element with this id, without tags. */
function textOf(html: string, id = 'none'): string {
  const from = html.indexOf(`id="${id}"`)
  return from < 0 ? '' : html.slice(html.indexOf('>', from) + 1).replaceAll(/<[^>]*>/g, '')
}

const markupOf = (field: ReactElement): string => renderToStaticMarkup(field)

describe.each([
  ['the console', TextField, CheckboxField],
  ['the public pages', PageTextField, PageCheckboxField],
])('a field of %s', (_name, Text, Checkbox) => {
  it('is named by its label and described by its help', () => {
    const html = markupOf(<Text label="Email" help="Where we write to." />)
    const input = attributesOf(html, 'input')
    expect(attributesOf(html, 'label').for).toBe(input.id)
    expect(textOf(html, input['aria-describedby'])).toBe('Where we write to.')
    expect([input['aria-invalid'], input['aria-required']]).toEqual([undefined, undefined])
  })

  it('is described by its error instead of its help while it is wrong', () => {
    const html = markupOf(<Text label="Email" help="Where we write to." error="Email is required" required />)
    const input = attributesOf(html, 'input')
    expect(textOf(html, input['aria-describedby'])).toBe('Email is required')
    expect([input['aria-invalid'], input['aria-required']]).toEqual(['true', 'true'])
  })

  it('refers to no line below it where there is none', () => {
    expect(attributesOf(markupOf(<Text label="Email" error="" />), 'input')).not.toHaveProperty(
      'aria-describedby',
    )
  })

  it('that is ticked is wired alike', () => {
    const html = markupOf(<Checkbox label="I agree" error="Please agree." />)
    const input = attributesOf(html, 'input')
    expect(attributesOf(html, 'label').for).toBe(input.id)
    expect(textOf(html, input['aria-describedby'])).toBe('Please agree.')
    expect(input['aria-invalid']).toBe('true')
  })
})

describe('a choice of the console', () => {
  it('from a list is described by its error', () => {
    const html = markupOf(<SelectField label="Region" options={[]} error="Choose a state" required />)
    const select = attributesOf(html, 'select')
    expect(attributesOf(html, 'label').for).toBe(select.id)
    expect(textOf(html, select['aria-describedby'])).toBe('Choose a state')
    expect(select['aria-required']).toBe('true')
  })

  it('among a few is described as a group', () => {
    const html = markupOf(<RadioGroupField label="Voice" options={[]} help="Who speaks." />)
    expect(textOf(html, attributesOf(html, 'fieldset')['aria-describedby'])).toBe('Who speaks.')
  })
})
