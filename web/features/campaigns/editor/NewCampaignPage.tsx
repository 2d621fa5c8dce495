import { BookmarkPlus, Phone, Plus } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Campaign, type CampaignFields, createCampaign } from '#contract/campaigns/campaigns.ts'
import { useRefusal } from '#web/api/session.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { CallDialog } from '../CallDialog.tsx'
import { newCampaign } from '../campaign-form.ts'
import { CampaignEditor } from './CampaignEditor.tsx'
import { stepOf } from './editor-steps.ts'
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx'
import { TemplateField } from './TemplateField.tsx'
import { useEditorForm } from './use-editor-form.ts'

const defaults = { step: '', template: '' }
const crumbs = [{ label: 'Campaigns', to: '/campaigns' }]

/** A new campaign in steps: no call is made until the user confirms it at the end. */
export function NewCampaignPage(): ReactElement {
  const [{ step, template }, setUrl] = useUrlState(defaults)
  const { form, filled, fill } = useEditorForm(newCampaign)
  const [andCall, setAndCall] = useState(false)
  const [created, setCreated] = useState<{ campaign: Campaign; andCall: boolean } | null>(null)
  const [isSavingTemplate, setSavingTemplate] = useState(false)
  const mayWrite = useRefusal('campaigns.write')
  const mayDial = useRefusal('calls.dial')
  const create = useFormWrite(form, createCampaign, {
    refresh: ['dashboard'],
    success: 'Campaign created successfully',
    failure: 'Failed to create campaign',
    onSuccess: (campaign) => setCreated({ campaign, andCall }),
  })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty && !created)
  useLeaveWhenCreated(created)
  const submit = ({ rate, ...body }: CampaignFields): void => {
    if (!create.isPending && !created && !mayWrite)
      create.mutate({ body: { ...body, ...(rate !== null && { rate }) } })
  }
  return (
    <>
      <PageHeader
        title="Create New Campaign"
        crumbs={crumbs}
        subtitle="Nobody is called until you press Call."
        actions={
          <Button icon={BookmarkPlus} disabledReason={mayWrite} onClick={() => setSavingTemplate(true)}>
            Save as template
          </Button>
        }
      />
      <CampaignEditor
        form={form}
        isEdit={false}
        step={stepOf(step)}
        onStep={(next) => setUrl({ step: next }, { push: true })}
        filled={filled}
        start={<TemplateField form={form} fill={fill} first={template} />}
        onSubmit={submit}
        actions={
          <>
            <Button
              type="submit"
              icon={Plus}
              disabledReason={mayWrite}
              pending={create.isPending && !andCall}
              pendingText="Creating..."
              disabled={created !== null}
              onClick={() => setAndCall(false)}
            >
              Create Campaign
            </Button>
            <Button
              type="submit"
              variant="primary"
              icon={Phone}
              disabledReason={mayWrite ?? mayDial}
              pending={create.isPending && andCall}
              pendingText="Creating..."
              disabled={created !== null}
              onClick={() => setAndCall(true)}
            >
              Create and call…
            </Button>
          </>
        }
      />
      {isSavingTemplate && <SaveTemplateDialog form={form} onClose={() => setSavingTemplate(false)} />}
      {created?.andCall && <CallThenLeave campaign={created.campaign} />}
    </>
  )
}

/** Opens the campaign that was just created, after the leave guard is released. */
function useLeaveWhenCreated(created: { campaign: Campaign; andCall: boolean } | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (created && !created.andCall) void navigate(pathTo.campaign(created.campaign.id))
  }, [created, navigate])
}

function CallThenLeave({ campaign }: { campaign: Campaign }): ReactElement {
  const navigate = useNavigate()
  return <CallDialog campaign={campaign} onClose={() => void navigate(pathTo.campaign(campaign.id))} />
}
