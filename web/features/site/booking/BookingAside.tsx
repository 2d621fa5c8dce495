import type { ReactElement } from 'react'
import { SELECT_SLOT, type Slot } from '#contract/bookings/bookings.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { Card } from '#web/features/site/ui/Container.tsx'
import { BookingSummary } from './BookingSummary.tsx'

interface BookingAsideProps {
  slot: Slot | null
  /** The details are on screen, so that they can be sent. */
  isDetails: boolean
  pending: boolean
  onCancel: () => void
}

/** The chosen meeting, and its actions. */
export function BookingAside({ slot, isDetails, pending, onCancel }: BookingAsideProps): ReactElement {
  return (
    <Card className="lg:sticky lg:top-6">
      {slot ? (
        <section aria-labelledby="summary-title">
          <h2 id="summary-title" className="mb-2 text-title font-semibold">
            Meeting summary
          </h2>
          <BookingSummary narrow start={slot.start} />
        </section>
      ) : (
        <p className="text-ink-soft">Choose a date and a time to see your meeting here.</p>
      )}
      <div className="mt-5 grid gap-3">
        {slot && !isDetails ? (
          <Button type="submit" variant="primary">
            Continue
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            pendingText="Confirming..."
            disabled={!slot}
            aria-description={slot ? undefined : SELECT_SLOT}
          >
            Confirm Booking
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Card>
  )
}
