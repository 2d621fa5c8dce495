/** Values and errors of a form, as plain data. */
import type { z } from 'zod'

export type FormTexts = Record<string, string>
export type FormErrors = Record<string, string>

/** The texts of a form by name; files are left out. */
export function textsOf(data: FormData): FormTexts {
  const texts: FormTexts = {}
  for (const [name, value] of data) if (typeof value === 'string') texts[name] = value
  return texts
}

/** Whether anything was typed or ticked that was not there at the start. */
export function isChanged(texts: FormTexts, initial: FormTexts): boolean {
  const names = new Set([...Object.keys(texts), ...Object.keys(initial)])
  return [...names].some((name) => (texts[name] ?? '') !== (initial[name] ?? ''))
}

/** The texts that differ from those at the start; a box that is no longer ticked has ''. */
export function changedTexts(texts: FormTexts, initial: FormTexts): FormTexts {
  const names = new Set([...Object.keys(texts), ...Object.keys(initial)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const text = texts[name] ?? ''
      return text === (initial[name] ?? '') ? [] : [[name, text]]
    }),
  )
}

/** Sets the fields of these names, and overwrites their values. */
export function putTexts(form: HTMLFormElement, texts: FormTexts): void {
  for (const [name, text] of Object.entries(texts)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = text !== ''
    else if (field instanceof RadioNodeList || isTextField(field)) field.value = text
  }
}

const isTextField = (field: unknown): field is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLSelectElement ||
  field instanceof HTMLTextAreaElement

/** The first message of each field. */
export function errorsOf(error: z.ZodError): FormErrors {
  const errors: FormErrors = {}
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? '')
    errors[name] ??= message
  }
  return errors
}
