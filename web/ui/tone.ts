/** The status colours. Each status maps itself to a colour; no meaning is defined here. */
export const tones = ['green', 'amber', 'blue', 'red', 'grey'] as const
export type Tone = (typeof tones)[number]

export const dotClass: Record<Tone, string> = {
  green: 'bg-green',
  amber: 'bg-amber',
  blue: 'bg-blue',
  red: 'bg-red',
  grey: 'bg-grey',
}

export const softClass: Record<Tone, string> = {
  green: 'bg-green-soft text-green-ink',
  amber: 'bg-amber-soft text-amber-ink',
  blue: 'bg-blue-soft text-blue-ink',
  red: 'bg-red-soft text-red-ink',
  grey: 'bg-grey-soft text-grey-ink',
}
