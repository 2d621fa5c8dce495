import { useState } from 'react'
import type { z } from 'zod'
import { type bookingFields, createBooking, type MadeBooking } from '#contract/bookings/bookings.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { createTryKeys } from '#web/api/try-key.ts'
import { toast, toastError } from '#web/ui/toast.ts'

interface Options {
  /** `email`: the visitor's address for the mail; null where the link determines it. */
  onBooked: (booking: MadeBooking, email: string | null) => void
  /** The time is no longer available; the message gives the reason. */
  onTaken: (message: string) => Promise<void>
  /** The request is refused for another reason; `fields` has the messages of fields. */
  onRefused: (fields: Record<string, string>) => void
}

interface Book {
  pending: boolean
  book: (meeting: z.output<typeof bookingFields>) => Promise<void>
}

/** Sends a booking and shows the result. Another try after a lost connection does not book twice. */
export function useBook({ onBooked, onTaken, onRefused }: Options): Book {
  const [pending, setPending] = useState(false)
  const [keys] = useState(createTryKeys)

  const book: Book['book'] = async (body) => {
    setPending(true)
    const key = keys.of(JSON.stringify(body))
    try {
      const booking = await call(createBooking, { body, idempotencyKey: key })
      keys.settle()
      toast({
        title: 'Meeting Booked Successfully!',
        message: 'You will receive a confirmation email with the meeting details.',
        tone: 'success',
      })
      onBooked(booking, body.email)
    } catch (error) {
      keys.settle(error)
      const message = messageOf(error, 'Failed to book meeting')
      toastError(message, 'Booking Failed')
      // taken, or no longer offered
      if (error instanceof ApiError && (error.status === 409 || error.fields.scheduledDate))
        await onTaken(error.fields.scheduledDate ?? message)
      // after a lost connection the time may be booked already: another attempt with the same key returns the result
      else if (error instanceof ApiError && error.status >= 400) onRefused(error.fields)
    } finally {
      setPending(false)
    }
  }
  return { pending, book }
}
