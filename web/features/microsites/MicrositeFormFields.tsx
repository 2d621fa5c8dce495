import { type ReactElement, type ReactNode, useId } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { field } from '#web/lib/form.ts'
import { cx } from '#web/ui/cx.ts'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { contentSections, type FieldSpec, mistakesBySection } from './form-sections.ts'
import type { MicrositeForm } from './microsite-form.ts'
import { OfferFields } from './OfferFields.tsx'

interface MicrositeFormFieldsProps {
  form: MicrositeForm
  /** Public address of this installation. */
  address: string
  campaigns: readonly Campaign[]
  isEdit: boolean
}

/** Every field of a microsite in the order of its page, with a row of jumps at the top. */
export function MicrositeFormFields(props: MicrositeFormFieldsProps): ReactElement {
  const { form } = props
  const base = useId()
  const mistakes = mistakesBySection(form.formState.errors)
  const sections = [{ id: 'offer', title: 'Offer' }, ...contentSections]
  return (
    <>
      <nav
        aria-label="Sections"
        className="sticky -top-4 z-10 -mx-5 -mt-4 flex gap-1 overflow-x-auto border-b border-line bg-float px-4 py-2"
      >
        {sections.map(({ id, title }) => (
          <JumpButton key={id} target={`${base}-${id}`} title={title} mistakes={mistakes[id] ?? 0} />
        ))}
      </nav>
      <Section id={`${base}-offer`} title="Offer">
        <OfferFields {...props} />
      </Section>
      {contentSections.map(({ id, title, note, fields }) => (
        <Section key={id} id={`${base}-${id}`} title={title} note={note}>
          <div className="grid gap-4 md:grid-cols-2">
            {fields.map((spec) => (
              <TextOf key={spec.name} spec={spec} form={form} />
            ))}
          </div>
        </Section>
      ))}
    </>
  )
}

/** One text of the page. */
export function TextOf({ spec, form }: { spec: FieldSpec; form: MicrositeForm }): ReactElement {
  const { name, area, ...look } = spec
  if (area) return <TextAreaField {...look} rows={2} className="md:col-span-2" {...field(form, name)} />
  return <TextField {...look} autoComplete="off" {...field(form, name)} />
}

interface JumpButtonProps {
  target: string
  title: string
  mistakes: number
}

function JumpButton({ target, title, mistakes }: JumpButtonProps): ReactElement {
  const jump = (): void => {
    const section = document.getElementById(target)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      onClick={jump}
      className={cx(
        'touch-target inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs font-medium whitespace-nowrap hover:bg-hover',
        mistakes > 0 ? 'text-red-ink' : 'text-ink-soft hover:text-ink',
      )}
    >
      {title}
      {mistakes > 0 && (
        <span className="tabular rounded-full bg-red-soft px-1.5">
          {mistakes}
          <span className="sr-only"> to mend</span>
        </span>
      )}
    </button>
  )
}

interface SectionProps {
  id: string
  title: string
  note?: string | undefined
  children: ReactNode
}

function Section({ id, title, note, children }: SectionProps): ReactElement {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="flex scroll-mt-14 flex-col gap-4 border-t border-line pt-5 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <div>
        <h3 id={`${id}-title`} className="text-sm font-semibold">
          {title}
        </h3>
        {note && <p className="text-xs text-ink-soft">{note}</p>}
      </div>
      {children}
    </section>
  )
}
