/** A meeting that is being moved in the week: its target, whether it is allowed there, and who receives a notice. */
import type { Booking, BookingStatus } from '#contract/bookings/bookings.ts'
import type { Cell } from './week-cells.ts'

/** Why the meeting cannot be put there; null where it can. */
export function targetRefusal(cell: Cell, { id }: Pick<Booking, 'id'>): string | null {
  switch (cell.kind) {
    case 'free':
      return null
    case 'meeting':
      return cell.booking.id === id
        ? 'The meeting is here now.'
        : `${cell.booking.name} has a meeting at this time.`
    case 'taken':
      return `${cell.reason}.`
    case 'none':
      return 'There are no meetings at this time.'
  }
}

type Told = Pick<Booking, 'name' | 'email' | 'phone' | 'source' | 'bdm'>

/** A sentence that names the recipients of the notice and its channels. */
export function toldText(booking: Told, bdmName: string): string {
  const { name, email, phone, source, bdm } = booking
  const isMobile = phone !== null && /^(?:\+61|0)4/.test(phone.replaceAll(' ', ''))
  const bySms = isMobile && (email === null || source === 'call')
  const bdms = bdm.name === bdmName ? [bdm.name] : [bdm.name, bdmName]
  const ways = [email && 'email', bySms && 'SMS'].filter(Boolean)
  if (ways.length === 0) {
    return `${name} has no email address or mobile number, so a task to call them will be added. ${bdms.join(' and ')} will be told by email.`
  }
  if (ways.join() === 'email')
    return `${[name, ...bdms.slice(0, -1)].join(', ')} and ${bdms.at(-1)} will be told by email.`
  return `${name} will be told by ${ways.join(' and ')}, ${bdms.join(' and ')} by email.`
}

/** The text of a meeting's status next to its name. */
export const stateWords: Record<BookingStatus, string> = {
  unconfirmed: 'awaiting confirmation',
  booked: '',
  held: 'held',
  no_show: 'no-show',
  cancelled: 'cancelled',
}
