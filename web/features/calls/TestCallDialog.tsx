import { PhoneCall } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { PHONE_INVALID } from '#contract/brokers/phone-messages.ts'
import { testCall, testCallBody } from '#contract/calls/calls.ts'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { FollowedCall } from './FollowedCall.tsx'
import { testCallFailure } from './test-call-failure.ts'

// catches obviously invalid numbers early; the server does the full check
const looksLikePhone = /^\+?(?:[\s().-]*\d){2,15}[\s().-]*$/
const body = testCallBody.extend({
  phoneNumber: testCallBody.shape.phoneNumber.refine((value) => looksLikePhone.test(value), PHONE_INVALID),
  // a string, as the select field holds it
  campaignId: z.string().min(1, 'Choose a campaign').transform(Number),
})

interface TestCallDialogProps {
  /** The campaign whose script is used; chosen in the dialog if omitted. */
  campaign?: { id: number; name: string }
  /** The screen that opened the dialog; it decides the wording of failures. */
  screen?: 'dashboard' | 'settings'
  onClose: () => void
}

/** Calls one number with the script of a campaign and follows the call; its page needs a CallPanel. */
export function TestCallDialog({
  campaign,
  screen = 'dashboard',
  onClose,
}: TestCallDialogProps): ReactElement {
  const { open } = useOpenRecord('call')
  const form = useZodForm(body, { phoneNumber: '', campaignId: campaign ? String(campaign.id) : '' })
  const start = useWrite(testCall, {
    onSuccess: () =>
      toast({
        title: 'Test Call Initiated',
        message: 'Calling the dialed number with the AI script for the campaign',
        tone: 'success',
      }),
    onError: (error) => {
      showServerErrors(form, error)
      const { title, message } = testCallFailure(error, screen)
      toastError(message, title)
    },
  })
  const again = (): void => {
    start.reset()
    form.reset({ ...form.getValues(), phoneNumber: '' })
  }
  const openDetails = (callId: number): void => {
    onClose()
    open(callId)
  }
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title="Test AI Voice Call"
      description={`Hear ${campaign?.name ?? 'a campaign'} as a broker would. Test calls are not counted in reports.`}
      dirty={form.formState.isDirty}
      write={start}
      submit="Start Test Call"
      pendingText="Calling..."
      icon={PhoneCall}
      onSubmit={form.handleSubmit((input) => start.mutate({ body: input }))}
      result={
        start.data && {
          body: <FollowedCall callId={start.data.callId} phoneNumber={start.data.phoneNumber} />,
          footer: (
            <>
              <Button onClick={again}>Test another number</Button>
              <Button variant="primary" onClick={() => openDetails(start.data.callId)}>
                Open call details
              </Button>
            </>
          ),
        }
      }
    >
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        help="International (+61 491 570 156) or local (0491 570 156) format is accepted."
        {...field(form, 'phoneNumber')}
      />
      {!campaign && <CampaignField {...field(form, 'campaignId')} />}
    </FormDialog>
  )
}

/** Newest first; without a campaign there is no script. */
function CampaignField(binding: ReturnType<typeof field>): ReactElement {
  const campaigns = useRead(listCampaigns, { query: { limit: 100 } })
  if (campaigns.data?.length === 0) {
    return (
      <p>
        There are no campaigns yet. A test call uses a campaign’s script.{' '}
        <Link className="link underline" to="/campaigns">
          New campaign
        </Link>
      </p>
    )
  }
  return (
    <SelectField
      label="Campaign"
      required
      help={campaigns.error ? 'The campaigns could not be loaded.' : 'The call uses its script.'}
      options={[
        { value: '', label: campaigns.isPending ? 'Loading campaigns...' : 'Choose a campaign' },
        ...(campaigns.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      {...binding}
    />
  )
}
