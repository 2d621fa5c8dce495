import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { CampaignFields } from '#contract/campaigns/campaigns.ts'
import type { Edit } from '#web/lib/use-edit.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Form } from '#web/ui/Form.tsx'
import { AudienceSection } from '../CampaignFormFields.tsx'
import type { CampaignForm } from '../campaign-form.ts'
import { HoursFields } from '../HoursFields.tsx'
import { NumberField } from '../NumberField.tsx'
import { OfferFields } from '../OfferFields.tsx'
import { VoiceFields } from '../VoiceFields.tsx'
import { CheckSummary } from './CheckSummary.tsx'
import {
  editorSteps,
  firstWrongStep,
  mistakesOf,
  nextStep,
  previousStep,
  type StepId,
} from './editor-steps.ts'
import { ReachPanel } from './ReachPanel.tsx'
import { ScriptPreview } from './ScriptPreview.tsx'
import { StepNav } from './StepNav.tsx'
import { useScriptPreview } from './use-script-preview.ts'

interface CampaignEditorProps {
  form: CampaignForm
  isEdit: boolean
  /** Of an existing campaign: merges changes by other users. */
  edit?: Edit
  /** Of an existing campaign. */
  campaignId?: number
  step: StepId
  onStep: (step: StepId) => void
  /** Changes when code fills the fields; uncontrolled fields remount with the new values. */
  filled: number
  /** Above the offer. */
  start?: ReactNode
  /** The save buttons, at the last step; in the Edit page at every one. */
  actions: ReactNode
  /** Of a valid form, sent with Ctrl + Enter or from its last step. */
  onSubmit: (fields: CampaignFields) => void
}

/** A campaign in steps, next to the script preview and the reach of its audience. */
export function CampaignEditor(props: CampaignEditorProps): ReactElement {
  const { form, isEdit, campaignId, step, onStep, filled } = props
  const preview = useScriptPreview(form)
  const mistakes = mistakesOf(form.formState.errors)
  const back = previousStep(step)
  const next = nextStep(step)
  const goOn = async (): Promise<void> => {
    const fields = editorSteps.find(({ id }) => id === step)?.fields ?? []
    if (next && (await form.trigger(fields, { shouldFocus: true }))) onStep(next)
  }
  const submit = form.handleSubmit(props.onSubmit, (errors) => {
    const wrong = firstWrongStep(errors)
    if (!wrong) return
    onStep(wrong)
    const field = editorSteps.find(({ id }) => id === wrong)?.fields.find((name) => errors[name])
    // a field of a hidden step cannot take the focus
    if (field) requestAnimationFrame(() => form.setFocus(field))
  })
  return (
    <>
      <StepNav current={step} mistakes={mistakes} onChoose={onStep} />
      <Form label="Campaign" className="flex flex-col gap-5" edit={props.edit} onSubmit={submit}>
        <div className="grid grid-cols-1 items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_28rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <Step id="offer" current={step} label="Offer">
              {props.start}
              <OfferFields key={filled} form={form} isEdit={isEdit}>
                <NumberField form={form} name="comparisonRate" isEdit={isEdit} />
                <NumberField form={form} name="meetingsTarget" isEdit={isEdit} />
              </OfferFields>
            </Step>
            <Step id="script" current={step} label="Script">
              <VoiceFields form={form} isPreviewed />
            </Step>
            <Step id="audience" current={step} label="Audience and hours">
              <AudienceSection form={form} />
              <HoursFields form={form} />
              <div key={filled} className="grid gap-4 border-t border-line pt-5 md:grid-cols-2">
                <NumberField form={form} name="maxConcurrentCalls" isEdit={isEdit} />
                <NumberField form={form} name="budget" isEdit={isEdit} />
              </div>
            </Step>
            <Step id="check" current={step} label="Check and start">
              <CheckSummary form={form} isEdit={isEdit} onStep={onStep} />
            </Step>
          </div>
          <aside
            aria-label="Preview"
            className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-[calc(var(--bl-top-bar)+1rem)] lg:row-span-2"
          >
            {(step === 'audience' || step === 'check') && (
              <ReachPanel form={form} {...(campaignId !== undefined && { campaignId })} />
            )}
            {step !== 'audience' && <ScriptPreview preview={preview} isOpen={step === 'script'} />}
          </aside>
          <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4 lg:col-start-1">
            {back && (
              <Button icon={ArrowLeft} onClick={() => onStep(back)}>
                Back
              </Button>
            )}
            <span className="ml-auto flex flex-wrap gap-2">
              {next && (
                <Button variant={isEdit ? 'secondary' : 'primary'} onClick={() => void goOn()}>
                  Next
                  <ArrowRight aria-hidden className="size-4" strokeWidth={1.75} />
                </Button>
              )}
              {(isEdit || !next) && props.actions}
            </span>
          </div>
        </div>
      </Form>
    </>
  )
}

interface StepProps {
  id: StepId
  current: StepId
  label: string
  children: ReactNode
}

/** Stays as it is while another step shows. */
function Step({ id, current, label, children }: StepProps): ReactElement {
  return (
    <section
      aria-label={label}
      hidden={id !== current}
      className={cx(
        'min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5',
        id !== current && 'hidden',
      )}
    >
      <h2 className="sr-only">{label}</h2>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  )
}
