const grouped = new Intl.NumberFormat('en-AU')
const dollars = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: 0,
})

/** '1,250,000': the form of numbers on screens, in mails and in messages. */
export const numberText = (value: number): string => grouped.format(value)

/** '$1,250,000' */
export const moneyText = (value: number): string => dollars.format(value)
