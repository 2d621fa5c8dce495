import { type ReactElement, type ReactNode, useRef } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import type { Edit } from '#web/lib/use-edit.ts'
import { cx } from '#web/ui/cx.ts'
import { Form } from '#web/ui/Form.tsx'
import { contentSections, mistakesBySection, sectionOf } from '../form-sections.ts'
import { TextOf } from '../MicrositeFormFields.tsx'
import type { MicrositeForm, MicrositeFormFields } from '../microsite-form.ts'
import { OfferFields } from '../OfferFields.tsx'
import { PagePreview } from './PagePreview.tsx'
import { changesBy, type Prefilled, prefillOf } from './prefill.ts'
import { usePagePreview } from './use-page-preview.ts'

const sections = [{ id: 'offer', title: 'Offer' }, ...contentSections]

/** CSS selectors of the parts of the page that each section edits. */
const parts: Readonly<Record<string, string>> = {
  offer: 'header',
  hero: '#title',
  features: '#features',
  client: '[aria-labelledby="ideal-client-title"]',
  cta: '[aria-labelledby="cta-title"]',
}

interface MicrositeEditorProps {
  form: MicrositeForm
  address: string
  campaigns: readonly Campaign[]
  isEdit: boolean
  /** Of an existing microsite: merges changes by other users. */
  edit?: Edit
  section: string
  onSection: (section: string) => void
  onSubmit: (fields: MicrositeFormFields) => void
  actions: ReactNode
}

/** The sections of a microsite on the left, the preview of the page on the right. */
export function MicrositeEditor(props: MicrositeEditorProps): ReactElement {
  const { form, address, campaigns, isEdit, onSection } = props
  const current = sections.some(({ id }) => id === props.section) ? props.section : 'offer'
  const preview = usePagePreview(form)
  const mistakes = mistakesBySection(form.formState.errors)
  const fillFrom = usePrefill(form, isEdit)
  const submit = form.handleSubmit(props.onSubmit, (errors) => {
    const [name] = Object.keys(errors) as (keyof MicrositeFormFields)[] // errors have the names of this form's fields
    if (!name) return
    onSection(sectionOf(name))
    // a field of a hidden section cannot take the focus
    requestAnimationFrame(() => form.setFocus(name))
  })
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[24rem_minmax(0,1fr)] xl:grid-cols-[28rem_minmax(0,1fr)]">
      <Form label="Microsite" className="flex min-w-0 flex-col gap-4" edit={props.edit} onSubmit={submit}>
        <nav
          aria-label="Sections"
          className="sticky top-(--bl-top-bar) z-10 -mx-1 flex flex-wrap gap-1 border-b border-line bg-canvas px-1 py-2"
        >
          {sections.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              aria-current={id === current ? 'step' : undefined}
              onClick={() => onSection(id)}
              className={cx(
                'touch-target inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 font-medium',
                id === current ? 'bg-selected text-link' : 'text-ink-soft hover:bg-hover hover:text-ink',
              )}
            >
              {title}
              {(mistakes[id] ?? 0) > 0 && (
                <span className="tabular rounded-full bg-red-soft px-1.5 text-xs text-red-ink">
                  {mistakes[id]}
                  <span className="sr-only"> to mend</span>
                </span>
              )}
            </button>
          ))}
        </nav>
        <SectionFields id="offer" title="Offer" current={current}>
          <OfferFields {...{ form, address, campaigns, isEdit }} onCampaign={fillFrom} narrow />
        </SectionFields>
        {contentSections.map(({ id, title, note, fields }) => (
          <SectionFields key={id} id={id} title={title} current={current}>
            {note && <p className="text-xs text-ink-soft">{note}</p>}
            {fields.map((spec) => (
              <TextOf key={spec.name} spec={spec} form={form} />
            ))}
          </SectionFields>
        ))}
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">{props.actions}</div>
      </Form>
      <div className="min-w-0 lg:sticky lg:top-[calc(var(--bl-top-bar)+1rem)]">
        <PagePreview preview={preview} part={parts[current] ?? 'header'} />
      </div>
    </div>
  )
}

interface SectionFieldsProps {
  id: string
  title: string
  current: string
  children: ReactNode
}

/** Stays as it is while another section shows. */
function SectionFields({ id, title, current, children }: SectionFieldsProps): ReactElement {
  return (
    <section
      aria-label={title}
      hidden={id !== current}
      className={cx('min-w-0 flex-col gap-4', id === current && 'flex')}
    >
      <h2 className="sr-only">{title}</h2>
      {children}
    </section>
  )
}

/** Prefills a new microsite's empty fields from the selected campaign; an existing microsite is not changed. */
function usePrefill(form: MicrositeForm, isEdit: boolean): (campaign: Campaign) => void {
  const former = useRef<Prefilled | null>(null)
  return (campaign) => {
    const next = prefillOf(campaign)
    const { name, slug, productName, heroTitle, heroSubtitle, description } = form.getValues()
    const typed = { name, slug, productName, heroTitle, heroSubtitle, description }
    if (isEdit) return
    for (const [field, value] of Object.entries(changesBy(next, { typed, former: former.current })))
      form.setValue(field as keyof Prefilled, value, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
    former.current = next
  }
}
