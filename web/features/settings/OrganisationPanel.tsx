import type { ReactElement } from 'react'
import { creditScales, creditScaleText } from '#contract/scoring/credit-scales.ts'
import {
  getOrganisation,
  neededForCalls,
  type Organisation,
  organisationFields,
  updateOrganisation,
} from '#contract/system/organisation.ts'
import { STATUS_PAGE } from '#contract/system/service-status.ts'
import { useRead } from '#web/api/use-read.ts'
import { field } from '#web/lib/form.ts'
import { formatAbn } from '#web/lib/format.ts'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SettingsForm, SettingsPanel } from '#web/ui/SettingsForm.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** The organisation that this installation calls and writes for. */
export function OrganisationPanel(): ReactElement {
  return (
    <SettingsPanel
      title="Organisation"
      name="organisation"
      read={useRead(getOrganisation)}
      loadingText="Loading organisation..."
      failure="The organisation could not be loaded."
      skeleton="h-40"
    >
      {(organisation) => <OrganisationForm organisation={organisation} />}
    </SettingsPanel>
  )
}

const scaleOptions = creditScales.map((value) => ({ value, label: creditScaleText(value) }))

const valuesOf = (organisation: Organisation) => ({ ...organisation, abn: formatAbn(organisation.abn) })

function OrganisationForm({ organisation }: { organisation: Organisation }): ReactElement {
  const missing = neededForCalls.filter((name) => organisation[name] === '')
  return (
    <SettingsForm
      endpoint={updateOrganisation}
      schema={organisationFields}
      record={organisation}
      toForm={valuesOf}
      right="organisation.write"
      keepAs="Organisation"
      success="Organisation saved"
      failure="Failed to save the organisation"
    >
      {({ form, readOnly }) => (
        <>
          <p className="max-w-2xl text-ink-soft">
            Named in every call, on public pages and in messages. Legal name, contact phone and agent name are
            required before live calls{missing.length > 0 ? '; fill in the missing ones.' : '.'}
          </p>
          <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            <TextField label="Legal name" readOnly={readOnly} {...field(form, 'legalName')} />
            <TextField
              label="Trading name"
              help="What brokers know you by"
              readOnly={readOnly}
              {...field(form, 'tradingName')}
            />
            <TextField label="ABN" inputMode="numeric" readOnly={readOnly} {...field(form, 'abn')} />
            <TextField
              label="Contact phone"
              help="Read out in calls: the number a person answers"
              type="tel"
              readOnly={readOnly}
              {...field(form, 'contactPhone')}
            />
            <TextField
              label="Agent name"
              help="The name the voice agent gives in calls"
              readOnly={readOnly}
              {...field(form, 'agentName')}
            />
            <TextField label="Address" readOnly={readOnly} {...field(form, 'address')} />
            <TextField label="Privacy policy" type="url" readOnly={readOnly} {...field(form, 'privacyUrl')} />
            <TextField label="Terms" type="url" readOnly={readOnly} {...field(form, 'termsUrl')} />
            <TextField
              label="Video link"
              help="For BDMs without a link of their own"
              type="url"
              readOnly={readOnly}
              {...field(form, 'videoLink')}
            />
            <SelectField
              label="Credit scores"
              help="The scale of your loan files. The scorecard’s credit scores follow it; months that have scores keep theirs."
              options={scaleOptions}
              disabled={readOnly}
              {...field(form, 'creditScoreScale')}
            />
            <TextField
              label="Price of a minute"
              help="For budgets: reserved for calls on the line, and counted for calls without a price"
              inputMode="decimal"
              suffix="AUD"
              readOnly={readOnly}
              {...field(form, 'callMinutePrice')}
            />
            <TextField
              label="Price of a US dollar"
              help="For budgets, where the vendor bills in US dollars. Empty: those calls count at the price of a minute"
              inputMode="decimal"
              suffix="AUD"
              readOnly={readOnly}
              {...field(form, 'audPerUsd')}
            />
          </div>
          <CheckboxField
            label="No calls on public holidays of the broker’s state"
            help="National public holidays are always left out."
            disabled={readOnly}
            {...field(form, 'respectStateHolidays')}
          />
          <CheckboxField
            label="Publish the service status"
            help={`Anybody can then open ${STATUS_PAGE} without signing in: objectives, measured figures and restore drills. Nothing about people or machines.`}
            disabled={readOnly}
            {...field(form, 'statusPage')}
          />
        </>
      )}
    </SettingsForm>
  )
}
