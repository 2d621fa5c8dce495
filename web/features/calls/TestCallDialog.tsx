import { PhoneCall } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { z } from 'zod'
import { getCall, testCall, testCallBody } from '#contract/calls.ts'
import { PHONE_INVALID } from '#contract/phone-messages.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { callStatusLook, isInFlight } from './call-words.ts'
import { useOpenCall } from './use-open-call.ts'

// the server knows which numbers exist; this catches what is plainly none before the call is asked for
const looksLikePhone = /^\+?(?:[\s().-]*\d){2,15}[\s().-]*$/
const body = testCallBody.extend({
  phoneNumber: testCallBody.shape.phoneNumber.refine((value) => looksLikePhone.test(value), PHONE_INVALID),
  campaignId: z.number(),
})

const FAILED = 'Failed to initiate test call. Please check your phone number and try again.'

interface TestCallDialogProps {
  campaign: { id: number; name: string }
  onClose: () => void
}

/** Calls one number with the script of a campaign and follows the call; its page needs a CallPanel. */
export function TestCallDialog({ campaign, onClose }: TestCallDialogProps): ReactElement {
  const formId = useId()
  const { open } = useOpenCall()
  const form = useZodForm(body, { phoneNumber: '', campaignId: campaign.id })
  const start = useWrite(testCall, {
    onSuccess: () =>
      toast({
        title: 'Test Call Initiated',
        message: 'Calling the dialed number with the AI script for the campaign',
        tone: 'success',
      }),
    onError: (error) => {
      showServerErrors(form, error)
      toastError(messageOf(error, FAILED), 'Test Call Failed')
    },
  })
  const again = (): void => {
    start.reset()
    form.reset()
  }
  const openDetails = (callId: number): void => {
    onClose()
    open(callId)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title="Test AI Voice Call"
      description={`Hear ${campaign.name} as a broker would. Test calls count in no figure.`}
      footer={
        start.data ? (
          <>
            <Button onClick={again}>Test another number</Button>
            <Button variant="primary" onClick={() => openDetails(start.data.callId)}>
              Open call details
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              icon={PhoneCall}
              pending={start.isPending}
              pendingText="Calling..."
            >
              Start Test Call
            </Button>
          </>
        )
      }
    >
      {start.data ? (
        <Following callId={start.data.callId} phoneNumber={start.data.phoneNumber} />
      ) : (
        <Form id={formId} onSubmit={form.handleSubmit((input) => start.mutate({ body: input }))}>
          <TextField
            label="Phone number"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            help="International (+61 491 570 156) or local (0491 570 156) format is accepted."
            {...field(form, 'phoneNumber')}
          />
        </Form>
      )}
    </Dialog>
  )
}

function Following({ callId, phoneNumber }: { callId: number; phoneNumber: string }): ReactElement {
  const call = useRead(getCall, { params: { id: callId } })
  const status = callStatusLook(call.data?.status ?? 'initiated')
  const live = !call.data || isInFlight(call.data.status)
  return (
    <div className="flex items-center justify-between gap-3 rounded-lg border border-line px-4 py-3">
      <span className="tabular font-medium">{formatPhone(phoneNumber)}</span>
      <span role="status">
        <StatusDot tone={status.tone} label={status.label} pulse={live} />
      </span>
    </div>
  )
}
