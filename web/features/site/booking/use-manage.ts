import { useState } from 'react'
import type { z } from 'zod'
import type { ManagedBooking } from '#contract/bookings/bookings.ts'
import { manageBooking, readManagedBooking } from '#contract/bookings/managed-bookings.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { createTryKeys } from '#web/api/try-key.ts'
import { toast, toastError } from '#web/ui/toast.ts'

type Change = z.input<typeof manageBooking.body>

interface Options {
  token: string
  /** The meeting is booked, not unconfirmed. */
  isInvited: boolean
  onChanged: (booking: ManagedBooking, action: Change['action']) => void
  /** The time was taken meanwhile, or the meeting was changed elsewhere: `found` is its present state. */
  onRefused: (message: string, found: ManagedBooking | null) => Promise<void>
}

interface Manage {
  /** The running action. */
  pending: Change['action'] | null
  change: (change: Change) => Promise<void>
}

// no channel is named: a person without an email on record receives an SMS
const words = {
  confirm: {
    done: { title: 'Meeting confirmed', message: 'The confirmation is on its way to you.' },
    failed: 'Failed to confirm the meeting',
  },
  reschedule: {
    done: { title: 'Meeting moved', message: 'The new time is on its way to you.' },
    failed: 'Failed to move the meeting',
  },
  cancel: {
    done: { title: 'Meeting cancelled', message: 'Everyone who was invited will be told.' },
    failed: 'Failed to cancel the meeting',
  },
} as const

/** No participant was invited yet, so no notice is sent. */
const withdrawn = {
  ...words.cancel,
  done: { title: 'Meeting cancelled', message: 'The time is free for others again.' },
} as const

/** Confirms, moves or cancels the meeting behind a link, and shows the result. */
export function useManage({ token, isInvited, onChanged, onRefused }: Options): Manage {
  const [pending, setPending] = useState<Change['action'] | null>(null)
  const [keys] = useState(createTryKeys)

  const change: Manage['change'] = async (body) => {
    setPending(body.action)
    const idempotencyKey = keys.of(JSON.stringify(body))
    const { done, failed } = body.action === 'cancel' && !isInvited ? withdrawn : words[body.action]
    try {
      const booking = await call(manageBooking, { params: { token }, body, idempotencyKey })
      keys.settle()
      toast({ ...done, tone: 'success' })
      onChanged(booking, body.action)
    } catch (error) {
      keys.settle(error)
      const message = messageOf(error, failed)
      toastError(message)
      if (error instanceof ApiError && [409, 422].includes(error.status)) {
        await onRefused(message, await call(readManagedBooking, { params: { token } }).catch(() => null))
      }
    } finally {
      setPending(null)
    }
  }
  return { pending, change }
}
