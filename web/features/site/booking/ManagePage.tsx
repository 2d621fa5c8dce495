import { type ReactElement, useEffect, useRef, useState } from 'react'
import { type ManagedBooking, SLOT_TAKEN } from '#contract/bookings/bookings.ts'
import type { ManagePageFacts } from '#contract/microsites/pages.ts'
import { SiteToaster } from '#web/features/site/forms/SiteToaster.tsx'
import { Card, Container, PageHeading } from '#web/features/site/ui/Container.tsx'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { AskCancel } from './AskCancel.tsx'
import { BookingSummary } from './BookingSummary.tsx'
import { MoveMeeting } from './MoveMeeting.tsx'
import { detailsOf, NextSteps, Unconfirmed } from './managed-meeting.tsx'
import { personMeeting, sydneyDay } from './times.ts'
import { useManage } from './use-manage.ts'
import { BrokerZone, usePersonZone } from './use-person-zone.ts'
import { useSlots } from './use-slots.ts'

type Doing = 'looking' | 'moving' | 'asking'

/** The page of a confirmation's link: the meeting, with confirming, rescheduling and cancelling. */
export function ManagePage(facts: ManagePageFacts): ReactElement {
  return (
    <BrokerZone value={facts.zone}>
      <ManagedMeeting {...facts} />
    </BrokerZone>
  )
}

function ManagedMeeting(facts: ManagePageFacts): ReactElement {
  const zone = usePersonZone()
  const { lender, url, token, now, booking: first, days } = facts
  const [booking, setBooking] = useState(first)
  const [doing, setDoing] = useState<Doing>('looking')
  const [done, setDone] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choice = useSlots({ today: sydneyDay(now), days, link: { token } })
  const times = useRef<HTMLHeadingElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const waits = booking.status === 'unconfirmed'
  const { pending, change } = useManage({
    token,
    isInvited: !waits,
    onChanged: (changed, action) => {
      setBooking(changed)
      setDoing('looking')
      setProblem(null)
      choice.chooseSlot(null)
      setDone(
        {
          confirm: 'Your meeting is booked',
          cancel: 'Your meeting is cancelled',
          reschedule: `Your meeting has moved to ${personMeeting(changed.scheduledDate, zone)}`,
        }[action],
      )
      void choice.refresh()
    },
    onRefused: async (message, found) => {
      if (found) setBooking(found)
      setDoing((was) => (was === 'moving' && found?.canChange !== false ? 'moving' : 'looking'))
      choice.chooseSlot(null)
      setProblem(message === SLOT_TAKEN ? `${SLOT_TAKEN}. Choose another one.` : message)
      await choice.refresh()
      times.current?.focus()
    },
  })
  useEffect(() => {
    if (done) outcome.current?.focus()
  }, [done])
  const { slot } = choice
  return (
    <Container width="text" className="py-10 sm:py-14">
      <PageHeading title={titles[booking.status] ?? 'Your meeting'}>
        <p>
          With {booking.bdmName} of {lender.name}.
        </p>
      </PageHeading>
      <div className="grid gap-6">
        {done && <Notice ref={outcome} tone="success" title={done} />}
        {!done && booking.reason && <Notice tone="info" title={booking.reason} />}
        {waits && <Unconfirmed booking={booking} problem={problem} />}
        <Card>
          <BookingSummary
            start={booking.scheduledDate}
            hasLink={booking.videoLink !== null}
            more={detailsOf(booking)}
          />
          {booking.status === 'booked' && (
            <div className="mt-5 border-t border-line pt-5">
              <AddToCalendar
                manageUrl={url}
                meeting={booking}
                videoLink={booking.videoLink}
                lender={lender.name}
              />
            </div>
          )}
        </Card>
        {doing === 'moving' ? (
          <MoveMeeting
            choice={choice}
            current={booking.scheduledDate}
            problem={problem}
            pending={pending === 'reschedule'}
            headingRef={times}
            onChange={() => setProblem(null)}
            onMove={() => slot && void change({ action: 'reschedule', scheduledDate: slot.start })}
            onKeep={() => {
              setDoing('looking')
              choice.chooseSlot(null)
            }}
          />
        ) : (
          <NextSteps
            booking={booking}
            confirming={pending === 'confirm'}
            onConfirm={() => void change({ action: 'confirm' })}
            onMove={() => {
              choice.showDay(sydneyDay(booking.scheduledDate))
              setDoing('moving')
            }}
            onCancel={() => setDoing('asking')}
          />
        )}
      </div>
      {doing === 'asking' && (
        <AskCancel
          when={personMeeting(booking.scheduledDate, zone)}
          isInvited={!waits}
          pending={pending === 'cancel'}
          onKeep={() => setDoing('looking')}
          onCancel={() => void change({ action: 'cancel' })}
        />
      )}
      <SiteToaster />
    </Container>
  )
}

const titles: Partial<Record<ManagedBooking['status'], string>> = {
  unconfirmed: 'Confirm your meeting',
  cancelled: 'Meeting cancelled',
}
