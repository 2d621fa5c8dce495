// Australian area codes as search patterns: Twilio's AreaCode filter works only for North America.

import { NumberRefused } from '#server/providers/ports/numbers.ts'

export interface Area {
  /** With its leading nought, e.g. '02'. */
  code: string
  type: 'local' | 'mobile'
  /** Twilio's pattern: + anchors the start. */
  contains: string
  /** The region of these numbers. */
  place: string
}

const places: Record<string, string> = {
  '2': 'New South Wales and the ACT',
  '3': 'Victoria and Tasmania',
  '7': 'Queensland',
  '8': 'South Australia, Western Australia and the Northern Territory',
}

/** @param text as people type it: 02, 2, 612, +612, or longer for a smaller area. @throws NumberRefused */
export function areaOf(text: string): Area {
  const digits = text.replace(/\D/g, '')
  const own = digits.startsWith('61') && digits.length > 2 ? digits.slice(2) : digits.replace(/^0/, '')
  const first = own[0] ?? ''
  const contains = `+61${own}*`
  if (first === '4') return { code: `0${own}`, type: 'mobile', contains, place: 'all of Australia' }
  const place = places[first]
  if (!place)
    throw new NumberRefused(
      'refused',
      'Enter an Australian area code: 02, 03, 07 or 08, or 04 for a mobile number.',
    )
  return { code: `0${own}`, type: 'local', contains, place }
}
