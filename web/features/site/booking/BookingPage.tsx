import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import {
  bookingFields,
  HORIZON_DAYS,
  SELECT_SLOT,
  SLOT_TAKEN,
  type Slot,
} from '#contract/bookings/bookings.ts'
import { monthOf } from '#contract/calendar.ts'
import type { BookingPageFacts } from '#contract/microsites/pages.ts'
import { SiteToaster } from '#web/features/site/forms/SiteToaster.tsx'
import { submitOnCtrlEnter } from '#web/features/site/forms/submit-on-ctrl-enter.ts'
import { useLeavingAsks } from '#web/features/site/forms/use-leaving-asks.ts'
import { useSiteForm } from '#web/features/site/forms/use-site-form.ts'
import { Card, Container, PageHeading } from '#web/features/site/ui/Container.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Booked, BookedNotice } from './BookedNotice.tsx'
import { BookingAside } from './BookingAside.tsx'
import { startTexts, visitorFields } from './booking-form.ts'
import { DetailsHead, FromLink } from './DetailsHead.tsx'
import { MeetingFields, VisitorFields } from './MeetingFields.tsx'
import { NextFree } from './NextFree.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { StepList } from './StepList.tsx'
import { type Step, shownStep } from './steps.ts'
import { personStart, sydneyDay } from './times.ts'
import { useBook } from './use-book.ts'
import { useFocusOfStep } from './use-focus-of-step.ts'
import { BrokerZone, usePersonZone } from './use-person-zone.ts'
import { useSlots } from './use-slots.ts'
import { useSteps } from './use-steps.ts'

const ON_BOTH_CLOCKS = 'Times are on your clock, with Sydney’s after them.'

/** Book a Meeting with BDM, in steps: day, time, details, done. The input is kept in either direction. */
export function BookingPage(facts: BookingPageFacts): ReactElement {
  return (
    <BrokerZone value={facts.zone}>
      <BookingForm {...facts} />
    </BrokerZone>
  )
}

function BookingForm(facts: BookingPageFacts): ReactElement {
  const { lender, broker, brokerKey, cameFrom, now, days, formTime } = facts
  const link = { ...(broker !== null && { broker }), ...(brokerKey !== null && { key: brokerKey }) }
  const choice = useSlots({ today: sydneyDay(now), days, link })
  const zone = usePersonZone()
  const { slot } = choice
  const { entry, go, replace } = useSteps(({ date, start }) => date && choice.restore(date, start))
  const [problem, setProblem] = useState<string | null>(null)
  const [booked, setBooked] = useState<Booked | null>(null)
  const times = useRef<HTMLHeadingElement>(null)
  const step = shownStep(entry.step, { hasSlot: slot !== null, isBooked: booked !== null })
  const headings = useFocusOfStep(step)
  const form = useSiteForm({
    schema: broker === null ? visitorFields : bookingFields,
    initial: startTexts,
    keepAs: 'booking',
    read: (texts) => ({
      ...texts,
      attendees: Number(texts.attendees),
      scheduledDate: slot?.start,
      brokerId: broker,
      brokerKey,
      cameFrom,
      formTime,
    }),
  })
  const { pending, book } = useBook({
    onBooked: (booking, email) => {
      form.reset()
      choice.chooseSlot(null)
      setBooked({ booking, email })
      replace('done')
      void choice.refresh()
    },
    onTaken: async (message) => {
      setProblem(message === SLOT_TAKEN ? `${SLOT_TAKEN}. Choose another one.` : message)
      choice.chooseSlot(null)
      replace('time')
      await choice.refresh()
      times.current?.focus()
    },
    onRefused: (fields) => {
      form.showErrors(fields)
      void choice.refresh()
    },
  })
  useLeavingAsks(form.changed)
  const goTo = (next: Step, chosen: { date?: string; start?: string | null } = {}): void =>
    go(next, { date: choice.date, start: slot?.start ?? null, ...chosen })

  const chooseTime = ({ start }: Slot): void => {
    setProblem(null)
    goTo('details', { date: sydneyDay(start), start })
  }

  const changeTime = (): void => {
    choice.showMonth(monthOf(choice.date))
    goTo('time')
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (pending) return
    if (!slot) {
      setProblem(SELECT_SLOT)
      times.current?.focus()
      return
    }
    if (step !== 'details') {
      goTo('details')
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
          days ahead. {personStart(now, zone) === null ? 'All times in Sydney time.' : ON_BOTH_CLOCKS}
        </p>
      </PageHeading>
      <StepList step={step} onStep={goTo} />
      {step === 'done' && booked && (
        <BookedNotice
          key={booked.booking.id}
          ref={headings.done}
          lender={lender.name}
          onAnother={() => goTo('date')}
          {...booked}
        />
      )}
      {/* method: without the script a submit has no effect, instead of putting names into the URL */}
      <form
        ref={form.ref}
        method="dialog"
        noValidate
        hidden={step === 'done'}
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
        {...form.handlers}
        className={step === 'done' ? undefined : 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]'}
      >
        <div className="grid min-w-0">
          <div hidden={step === 'details'}>
            <Card>
              <h2 ref={headings.date} tabIndex={-1} className="mb-5 text-title font-semibold outline-none">
                Choose a time
              </h2>
              {/* on a narrow screen the times of one day have a step of their own */}
              <div className={cx(step === 'time' && 'max-md:hidden')}>
                <NextFree choice={choice} onChoose={chooseTime} />
              </div>
              <SlotPicker
                choice={choice}
                problem={problem}
                headingRef={times}
                step={step === 'time' ? 'time' : 'date'}
                onDate={(date) => {
                  setProblem(null)
                  goTo('time', { date, start: null })
                }}
                onSlot={chooseTime}
              />
            </Card>
          </div>
          <div hidden={step !== 'details'}>
            <Card className="grid gap-6">
              <DetailsHead ref={headings.details} slot={slot} onChange={changeTime} />
              {broker === null ? <VisitorFields bind={form.bind} /> : <FromLink cameFrom={cameFrom} />}
              <MeetingFields bind={form.bind} />
            </Card>
          </div>
        </div>
        <BookingAside
          slot={slot}
          isDetails={step === 'details'}
          pending={pending}
          onCancel={() => {
            form.discard()
            leave(entry.depth)
          }}
        />
      </form>
      <SiteToaster />
    </Container>
  )
}

/** Leaves the booking for the page before it, past the steps; without such a page, for the start page. */
function leave(depth: number): void {
  if (window.history.length > depth + 1) window.history.go(-(depth + 1))
  else window.location.assign('/')
}
