// The controls of a form with their labels.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

const SECRET = /password|one-time-code|cc-/

const isSecret = (control: Control): boolean =>
  control.type === 'password' || SECRET.test(control.autocomplete)

/** A form with a secret field has no draft, not even of its other fields. */
export const asksForSecret = (form: HTMLFormElement): boolean =>
  [...form.elements].some((element) => isControl(element) && isSecret(element))

const NOT_TYPED = new Set(['file', 'hidden', 'submit', 'button', 'reset', 'image', 'radio'])

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element) => isControl(element) && !NOT_TYPED.has(element.type) && !element.closest('[data-notice]'),
  ) as Control[] // the filter leaves nothing else
}

export function labelOf(control: Element): string {
  const label = isControl(control) ? control.labels?.[0]?.textContent : null
  return (control.getAttribute('aria-label') ?? label ?? '').trim()
}

const shownIn = (control: Control): string | boolean =>
  control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value

/** Values of the controls, by label; the second of the same label is 'Label 2'. */
export function shownValues(form: HTMLFormElement): Record<string, string | boolean> {
  return Object.fromEntries(named(form).map(({ name, control }) => [name, shownIn(control)]))
}

function named(form: HTMLFormElement): { name: string; control: Control }[] {
  const seen = new Map<string, number>()
  return controlsOf(form).map((control) => {
    const label = labelOf(control)
    const count = (seen.get(label) ?? 0) + 1
    seen.set(label, count)
    return { name: count === 1 ? label : `${label} ${count}`, control }
  })
}

/** Sets controls as if the user did. @returns values without a matching control */
export function setControls(
  form: HTMLFormElement,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const rest = { ...values }
  for (const { name, control } of named(form)) {
    if (!(name in rest)) continue
    const value = rest[name]
    delete rest[name]
    if (typeof value === 'boolean') {
      if (value !== shownIn(control)) control.click()
    } else setText(control, String(value))
  }
  return rest
}

/** Uses the native setter, because React would ignore the event if its own record had the value already. */
function setText(control: Control, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** 'callDaysOfWeek' reads 'Call days of week'. */
const asWords = (name: string): string => {
  if (!/^[a-z][\w.]*$/i.test(name)) return name
  const words = (name.split('.').at(-1) ?? name).replaceAll(
    /([A-Z])/g,
    (letter) => ` ${letter.toLowerCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The label of a field in the form. */
export function wordsOf(form: HTMLFormElement | null, name: string): string {
  const controls = namedControls(form, name)
  const [first] = controls
  // several controls of one name are a group: its legend names it, without the mark of required fields
  const group = controls.length > 1 && first?.closest('fieldset')?.querySelector('legend')?.textContent
  const label = group || (first && labelOf(first)) || asWords(name)
  return label.replace(/\s*\*$/, '')
}

function namedControls(form: HTMLFormElement | null, name: string): Element[] {
  const found = form?.elements.namedItem(name) ?? null
  if (found instanceof RadioNodeList) return [...found].filter((node) => node instanceof Element)
  return found ? [found] : []
}

/** A value as the form shows it: the words of a choice, Yes or No, the parts of a list. */
export function valueWords(form: HTMLFormElement | null, name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const controls = namedControls(form, name)
  const choices = new Map(controls.flatMap(choicesOf))
  if (choices.size === 0) return partWords(value)
  if (!Array.isArray(value)) return choices.get(String(value)) ?? partWords(value)
  return value.map((part) => choices.get(String(part)) ?? partWords(part)).join(', ') || 'None'
}

/** The possible values of a control, with their labels. */
function choicesOf(control: Element, _at: number, all: Element[]): [string, string][] {
  if (control instanceof HTMLSelectElement)
    return [...control.options].map(({ value, text }) => [value, text])
  const isOneOfMany = all.length > 1 && control instanceof HTMLInputElement
  return isOneOfMany ? [[control.value, labelOf(control)]] : []
}

/** A value of any shape in words. */
export function partWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'Empty' : value.map(partWords).join('\n')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, part]) => part !== null && part !== '')
      .map(([key, part]) => `${asWords(key)}: ${partWords(part)}`)
      .join(', ')
  }
  return String(value)
}
