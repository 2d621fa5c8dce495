import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Which form of react-hook-form a control belongs to, as `field` bound it. */
const forms = new WeakMap<Element, UseFormReturn<FieldValues>>()

export function noteControl(control: unknown, form: unknown): void {
  // only getting and setting values is used, so the field types do not matter
  if (control instanceof Element) forms.set(control, form as UseFormReturn<FieldValues>)
}

/** The form that the controls of a form element are bound to; null where they keep their values themselves. */
export function formOfControls(element: HTMLFormElement): UseFormReturn<FieldValues> | null {
  for (const control of element.elements) {
    const form = forms.get(control)
    if (form) return form
  }
  return null
}
