import { listBdms } from '#contract/bookings/bdms.ts'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { useRead } from '#web/api/use-read.ts'
import type { Option } from '#web/ui/SelectField.tsx'
import type { Names } from './rule-texts.ts'

/** Names for the ids in rules, and the choices of them. */
export function useRuleNames(): Names & { campaigns: Option[]; bdms: Option[] } {
  const { data: campaigns = [] } = useRead(listCampaigns, { query: { limit: 200 } })
  const { data: bdms = [] } = useRead(listBdms)
  const nameIn = (list: readonly { id: number; name: string }[], id: number, what: string): string =>
    list.find((one) => one.id === id)?.name ?? `${what} that is gone`
  const options = (list: readonly { id: number; name: string }[]): Option[] =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  return {
    campaign: (id) => nameIn(campaigns, id, 'A campaign'),
    bdm: (id) => nameIn(bdms, id, 'somebody'),
    campaigns: options(campaigns),
    bdms: options(bdms),
  }
}
