import type { ReactElement } from 'react'
import { brokerFields, plainFields } from '#contract/brokers/broker-fields.ts'
import { zoneText } from '#web/features/campaigns/hours-text.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import type { BrokerDetails } from './calling-state.ts'
import { tickText } from './RegisterTick.tsx'

interface BrokerFactsProps {
  broker: BrokerDetails
  /** On the broker's page, which is wide and shows the status next to the name. */
  isPage?: boolean
}

export function BrokerFacts({ broker, isPage }: BrokerFactsProps): ReactElement {
  const isVerified = broker.status === 'Verified'
  return (
    <PanelSection title="Profile">
      <Facts
        isWide={isPage}
        facts={[
          { label: 'Phone', value: formatPhone(broker.phone) },
          {
            label: 'Number from',
            // also read out within a sentence, where it starts in lower case
            value: <span className="block first-letter:uppercase">{broker.numberSource ?? ABSENT}</span>,
          },
          { label: 'Email', value: broker.email ? <MailLink address={broker.email} /> : ABSENT },
          { label: 'Region', value: [broker.location, broker.postcode].filter(Boolean).join(' ') || ABSENT },
          {
            label: 'Time zone',
            value: broker.timezone
              ? `${zoneText(broker.timezone)} time`
              : 'Unknown: called only within hours allowed across Australia',
          },
          { label: 'ASIC number', value: broker.asicNumber ?? ABSENT },
          ...(broker.registered ? [{ label: 'ASIC register', value: tickText(broker.registered) }] : []),
          { label: 'Membership', value: broker.membership ?? ABSENT },
          ...plainFields.map((field) => ({
            label: brokerFields[field].label,
            value: broker[field] ?? ABSENT,
          })),
          { label: 'BDM', value: bdmText(broker.bdm) },
          !isPage && {
            label: 'Status',
            value: <StatusDot tone={isVerified ? 'green' : 'amber'} label={broker.status} />,
          },
          { label: 'Added', value: formatDateTime(broker.createdAt) },
        ]}
      />
    </PanelSection>
  )
}

function bdmText(bdm: BrokerDetails['bdm']): string {
  if (!bdm) return 'Any BDM in the region'
  return bdm.active ? bdm.name : `${bdm.name}, who takes no meetings now`
}

/** An address that is too long breaks at its @. */
function MailLink({ address }: { address: string }): ReactElement {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, at), address.slice(at)]
  return (
    <a href={`mailto:${address}`} className="link wrap-anywhere">
      {name}
      <wbr />
      {domain}
    </a>
  )
}
