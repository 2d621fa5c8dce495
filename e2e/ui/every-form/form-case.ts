import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { dialogs } from '../form-dialogs/every-dialog.ts'

/** How one form of the product is opened, filled in and saved. */
export interface FormCase {
  path: string | ((page: Page) => Promise<string>)
  /** Opens the form; undefined: the page shows it. */
  open?: (page: Page) => Promise<void>
  form: (page: Page) => Locator
  /** Makes the form valid, with another value each time. */
  fill: (form: Locator, time: number) => Promise<void>
  /** Checks the saved value in the reopened form. */
  shows: (form: Locator, time: number) => Promise<void>
  /** Presses the button that saves; undefined: the submit button. */
  save?: (form: Locator) => Promise<void>
  /** Text of the page once it is saved; left out: the dialog closes. */
  said?: string | RegExp
  /** It can be saved only once, e.g. a decision. */
  once?: true
  /** An error in the browser's console that the save may cause. */
  allows?: RegExp
  /** Sends the version of its record, so that a second tab is not overwritten. */
  versioned?: true
  prepare?: (page: Page) => Promise<unknown>
  /** Signs in itself; left out: an admin. */
  portal?: true
}

export type Fields = Pick<FormCase, 'fill' | 'shows'>

/** One text field that a saved record shows again. */
export function field(label: string, value: (time: number) => string = (time) => `Quill ${time}`): Fields {
  return {
    fill: (form, time) => form.getByLabel(label, { exact: true }).first().fill(value(time)),
    shows: (form, time) => expect(form.getByLabel(label, { exact: true }).first()).toHaveValue(value(time)),
  }
}

/** A form that is empty when it is opened again. @param names of text fields */
export function blank(fill: FormCase['fill'], ...names: string[]): Fields {
  return {
    fill,
    async shows(form) {
      for (const name of names) await expect(form.getByLabel(name, { exact: true }).first()).toHaveValue('')
    },
  }
}

/** Fills text fields by label. */
export const write =
  (values: Record<string, string | ((time: number) => string)>): FormCase['fill'] =>
  async (form, time) => {
    for (const [label, value] of Object.entries(values)) {
      const text = typeof value === 'string' ? value : value(time)
      await form.getByLabel(label, { exact: true }).first().fill(text)
    }
  }

/** A dialog of the table of dialogs. */
export function dialogCase(file: string, rest: Fields & Partial<FormCase>): FormCase {
  const dialog = dialogs[file]
  if (!dialog) throw new Error(`no dialog ${file}`)
  const { path, open, title, prepare } = dialog
  return {
    ...{ path, open },
    ...(prepare && { prepare }),
    form: (page) => page.getByRole('dialog', { name: title, exact: true }),
    ...rest,
  }
}
