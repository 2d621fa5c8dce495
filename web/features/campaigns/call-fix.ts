/** Where to mend what keeps calls from starting, by the words of the refusal; null where no screen helps. */
export function fixOf(message: string): { label: string; to: string } | null {
  if (/phone number/i.test(message)) return { label: 'Open Phone Numbers', to: '/settings?tab=numbers' }
  if (/Settings, System/.test(message))
    return { label: 'Open organisation settings', to: '/settings?tab=system' }
  return null
}
