import { type ReactElement, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  BRAND_COLOUR,
  type Brand,
  brandColour,
  getBrand,
  removeLogo,
  updateBrand,
} from '#contract/system/brand.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { contrast, type SchemeColours, shownPalette } from '#web/lib/brand-palette.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { formatDecimal } from '#web/lib/format.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons, NO_CHANGES } from '#web/ui/FormButtons.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { LogoUpload } from './LogoUpload.tsx'

/** How the lender looks to brokers: logo and colour, with a preview in light and dark. */
export function BrandPanel(): ReactElement {
  const { data, error, refetch } = useRead(getBrand)
  return (
    <Panel title="Brand">
      {data ? (
        <BrandForm brand={data} />
      ) : error ? (
        <ErrorState title="The brand could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading brand...">
          <Skeleton className="h-48" />
        </Loading>
      )}
    </Panel>
  )
}

function BrandForm({ brand }: { brand: Brand }): ReactElement {
  const refusal = useRefusal('organisation.write')
  const [saved] = useState(() => ({ colour: brand.colour ?? '' }))
  const form = useZodForm(brandColour, saved)
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const save = useFormWrite(form, updateBrand, {
    refresh: ['brand'],
    success: 'Brand colour saved',
    failure: 'Failed to save the brand colour',
    onSuccess: ({ colour }) => saving.show({ colour: colour ?? '' }),
  })
  const typed = String(useWatch({ control: form.control, name: 'colour' }) ?? '')
    .trim()
    .toLowerCase()
  const colour = BRAND_COLOUR.test(typed) ? typed : null
  const readOnly = refusal !== null
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-2xl text-ink-soft">
        Your logo and colour on microsites, booking and accreditation pages, in the broker portal and in
        emails. The staff console keeps its own.
      </p>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <LogoUpload brand={brand} refusal={refusal} />
          {brand.logo && <RemoveLogo refusal={refusal} />}
          <Form
            label="Colour"
            onSubmit={form.handleSubmit(saving.from((body) => !readOnly && save.mutate({ body })))}
          >
            <div className="flex items-end gap-2">
              <TextField
                label="Brand colour"
                autoComplete="off"
                spellCheck={false}
                placeholder="#0f5f5c"
                help="As # and six digits or letters, such as #1d4ed8. Empty: Brokerline’s teal."
                readOnly={readOnly}
                className="flex-1"
                {...field(form, 'colour')}
              />
              <input
                type="color"
                aria-label="Choose the brand colour"
                value={colour ?? '#0f5f5c'}
                disabled={readOnly}
                onChange={(event) =>
                  form.setValue('colour', event.target.value, { shouldDirty: true, shouldValidate: true })
                }
                className="mb-5 h-(--bl-control) w-12 cursor-pointer rounded-lg border border-line bg-surface p-0.5"
              />
            </div>
            <FormButtons note={refusal ?? (isDirty ? null : NO_CHANGES)}>
              <Button
                type="submit"
                variant={isDirty ? 'primary' : 'secondary'}
                disabledReason={refusal ?? (isDirty ? null : NO_CHANGES)}
                pending={save.isPending}
                pendingText="Saving..."
              >
                Save colour
              </Button>
            </FormButtons>
          </Form>
        </div>
        <Previews brand={brand} colour={colour} />
      </div>
    </div>
  )
}

function RemoveLogo({ refusal }: { refusal: string | null }): ReactElement {
  const remove = useWrite(removeLogo, {
    refresh: ['brand'],
    onSuccess: () => toastSuccess('Logo removed'),
    onError: (error) => toastError(messageOf(error, 'Failed to remove the logo')),
  })
  const ask = async (): Promise<void> => {
    const body = 'Pages and emails show your trading name in its place. Emails that were sent keep it.'
    if (await confirm({ title: 'Remove the logo?', body, action: 'Remove logo', danger: true }))
      remove.mutate({})
  }
  return (
    <div>
      <Button disabledReason={refusal} pending={remove.isPending} onClick={() => void ask()}>
        Remove logo
      </Button>
    </div>
  )
}

function Previews({ brand, colour }: { brand: Brand; colour: string | null }): ReactElement {
  const palette = shownPalette(colour)
  return (
    <div className="grid min-w-0 content-start gap-3 sm:grid-cols-2">
      <Preview brand={brand} scheme="light" colours={palette.light} />
      <Preview brand={brand} scheme="dark" colours={palette.dark} />
      {colour !== null && palette.light.link !== colour && (
        <p className="text-xs text-ink-soft sm:col-span-2">
          On white, {colour} is too light to read: links use {palette.light.link} instead, and text on buttons
          is {palette.light.onPrimary === '#ffffff' ? 'white' : 'black'}.
        </p>
      )}
    </div>
  )
}

const grounds = {
  light: { ground: '#ffffff', ink: '#1f1d1b', soft: '#5c5751', line: '#e7e4df' },
  dark: { ground: '#1a1918', ink: '#f3f1ee', soft: '#b3ada6', line: '#2d2a28' },
}

interface PreviewProps {
  brand: Brand
  scheme: 'light' | 'dark'
  colours: SchemeColours
}

/** A page in small, in the given scheme instead of the screen's. */
function Preview({ brand, scheme, colours }: PreviewProps): ReactElement {
  const { ground, ink, soft, line } = grounds[scheme]
  const ratio = contrast(colours.onPrimary, colours.primary)
  return (
    <figure
      className="m-0 flex min-w-0 flex-col gap-3 rounded-lg border p-4"
      style={{ background: ground, color: ink, borderColor: line }}
    >
      <div className="flex h-10 min-w-0 items-center">
        {brand.logo ? (
          <img
            src={brand.logo.path}
            alt={brand.name}
            className="block max-h-10 max-w-full rounded-md object-contain"
            style={{ background: scheme === 'dark' ? '#ffffff' : 'transparent' }}
          />
        ) : (
          <span className="truncate font-semibold">{brand.name}</span>
        )}
      </div>
      <span
        className="self-start rounded-lg px-4 py-2 font-semibold"
        style={{ background: colours.primary, color: colours.onPrimary }}
      >
        Book a meeting
      </span>
      <span className="underline" style={{ color: colours.link }}>
        Start Accreditation
      </span>
      <figcaption className="tabular text-xs" style={{ color: soft }}>
        {scheme === 'light' ? 'Light' : 'Dark'} · contrast {formatDecimal(ratio)} to 1
      </figcaption>
    </figure>
  )
}
