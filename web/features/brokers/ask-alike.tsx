import { findAlike } from '#contract/brokers/broker-merge.ts'
import type { BrokerInput } from '#contract/brokers/brokers.ts'
import { call } from '#web/api/call.ts'
import { sameText } from '#web/features/applications/application-labels.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { confirm } from '#web/ui/confirm.ts'

const SHOWN = 5

/**
 * Shows brokers with the same email, phone, ASIC number or name before a broker is added.
 * @returns whether to add the broker
 */
export async function askAboutAlike({
  email,
  phone,
  asicNumber,
  name,
  company,
}: BrokerInput): Promise<boolean> {
  const query = { email, phone, asicNumber: asicNumber ?? '', name, company: company ?? '' }
  // the check for duplicates is optional: where the request fails, the broker is added without it
  const alike = await call(findAlike, { query }).catch(() => [])
  if (alike.length === 0) return true
  return confirm({
    title: 'Is this broker in the directory already?',
    body: (
      <ul className="flex flex-col gap-2">
        {alike.slice(0, SHOWN).map(({ id, name, company, same }) => (
          <li key={id}>
            <a href={pathTo.broker(id)} target="_blank" rel="noopener" className="link underline font-medium">
              {name}
            </a>
            {company && ` · ${company}`}
            <span className="text-ink-soft"> · {sameText(same)}</span>
          </li>
        ))}
        {alike.length > SHOWN && <li className="text-ink-soft">and {alike.length - SHOWN} more</li>}
      </ul>
    ),
    action: 'Add anyway',
    cancel: 'Go back',
  })
}
