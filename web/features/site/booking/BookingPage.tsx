import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { bookingFields, HORIZON_DAYS, SELECT_SLOT, SLOT_TAKEN } from '#contract/bookings.ts'
import type { BookingPageFacts } from '#contract/pages.ts'
import { SiteToaster } from '#web/features/site/forms/SiteToaster.tsx'
import { submitOnCtrlEnter } from '#web/features/site/forms/submit-on-ctrl-enter.ts'
import { useLeavingAsks } from '#web/features/site/forms/use-leaving-asks.ts'
import { useSiteForm } from '#web/features/site/forms/use-site-form.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/features/site/ui/Container.tsx'
import { type Booked, BookedNotice } from './BookedNotice.tsx'
import { BookingSummary } from './BookingSummary.tsx'
import { startTexts, visitorFields } from './booking-form.ts'
import { MeetingFields, VisitorFields } from './MeetingFields.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { sydneyDay } from './times.ts'
import { useBook } from './use-book.ts'
import { useSlots } from './use-slots.ts'

/** Book a Meeting with BDM: day, time, topic, and the attendee unless the link identifies one. */
export function BookingPage(facts: BookingPageFacts): ReactElement {
  const { lender, broker, brokerKey, cameFrom, now, days } = facts
  const choice = useSlots({ today: sydneyDay(now), days, broker })
  const { slot } = choice
  const [problem, setProblem] = useState<string | null>(null)
  const [booked, setBooked] = useState<Booked | null>(null)
  const times = useRef<HTMLHeadingElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const form = useSiteForm({
    schema: broker === null ? visitorFields : bookingFields,
    initial: startTexts,
    read: (texts) => ({
      ...texts,
      attendees: Number(texts.attendees),
      scheduledDate: slot?.start,
      brokerId: broker,
      brokerKey,
      cameFrom,
    }),
  })
  const { pending, book } = useBook({
    onBooked: (booking, email) => {
      form.reset()
      choice.chooseSlot(null)
      setBooked({ booking, email })
      void choice.refresh()
    },
    onTaken: async (message) => {
      setProblem(message === SLOT_TAKEN ? `${SLOT_TAKEN}. Choose another one.` : message)
      await choice.refresh()
      times.current?.focus()
    },
    onRefused: (fields) => {
      form.showErrors(fields)
      void choice.refresh()
    },
  })
  useLeavingAsks(form.changed)
  useEffect(() => {
    if (booked) notice.current?.focus()
  }, [booked])

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (pending) return
    if (!slot) {
      setProblem(SELECT_SLOT)
      times.current?.focus()
      return
    }
    const meeting = form.check()
    if (meeting) void book(meeting)
  }
  return (
    <Container className="py-10 sm:py-14">
      <PageHeading title="Book a Meeting with BDM">
        <p>
          A 60-minute video meeting with a business development manager of {lender.name}, up to {HORIZON_DAYS}{' '}
          days ahead. All times in Sydney time.
        </p>
      </PageHeading>
      {booked && (
        <div className="mb-8">
          <BookedNotice key={booked.booking.id} ref={notice} {...booked} />
        </div>
      )}
      {/* method: without the script, sending does nothing rather than putting names into the address */}
      <form
        ref={form.ref}
        method="dialog"
        noValidate
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
        {...form.handlers}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid min-w-0 gap-6">
          <Card>
            <h2 className="mb-5 text-title font-semibold">Date and time</h2>
            <SlotPicker
              choice={choice}
              problem={problem}
              headingRef={times}
              onChange={() => setProblem(null)}
            />
          </Card>
          <Card className="grid gap-6">
            <h2 className="text-title font-semibold">Meeting details</h2>
            {broker === null ? <VisitorFields bind={form.bind} /> : <FromLink cameFrom={cameFrom} />}
            <MeetingFields bind={form.bind} />
          </Card>
        </div>
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
            <Button
              type="submit"
              variant="primary"
              pending={pending}
              pendingText="Confirming..."
              disabled={!slot}
            >
              Confirm Booking
            </Button>
            <Button
              onClick={() => {
                form.markKept(form.texts())
                goBack()
              }}
            >
              Cancel
            </Button>
          </div>
        </Card>
      </form>
      <SiteToaster />
    </Container>
  )
}

function FromLink({ cameFrom }: { cameFrom: string | null }): ReactElement {
  return (
    <p className="text-ink-soft">
      You used a personal link, so the confirmation goes to the email address we have on record.{' '}
      <a href={cameFrom ? `/booking?${cameFrom}` : '/booking'} className="font-medium text-link underline">
        Not you? Book with your own details
      </a>
    </p>
  )
}

/** To where the visitor came from; a page opened by itself has nothing behind it. */
function goBack(): void {
  if (window.history.length > 1) window.history.back()
  else window.location.assign('/')
}
