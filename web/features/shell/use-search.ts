import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listBrokers } from '#contract/brokers/brokers.ts'
import { callStatusLabels, listCalls } from '#contract/calls/calls.ts'
import { type CampaignStatus, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { callPage } from '#web/api/call.ts'
import { keyOf } from '#web/api/topics.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatPhone } from '#web/lib/format.ts'

export interface Found {
  isSearching: boolean
  /** The results belong to the previous input. */
  isBehind: boolean
  campaigns: readonly { id: number; name: string; product: string; status: CampaignStatus }[]
  brokers: readonly { id: number; name: string; company: string | null }[]
  calls: readonly { id: number; title: string; hint: string }[]
}

const EACH = 5
const PAUSE_MS = 150
const SHORTEST = 2

/** Records that match the input, a few of each kind, fetched with a debounce. */
export function useSearch(text: string): Found {
  const q = usePaused(text.trim())
  const enabled = q.length >= SHORTEST
  const query = { q, limit: EACH }
  const campaigns = useQuery({
    queryKey: keyOf(listCampaigns, undefined, { ...query, search: true }),
    queryFn: ({ signal }) => callPage(listCampaigns, { query, signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const brokers = useQuery({
    queryKey: keyOf(listBrokers, undefined, { ...query, search: true }),
    queryFn: ({ signal }) => callPage(listBrokers, { query, signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const calls = useQuery({
    queryKey: keyOf(listCalls, undefined, { ...query, search: true }),
    queryFn: ({ signal }) => callPage(listCalls, { query, signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return {
    isSearching: campaigns.isFetching || brokers.isFetching || calls.isFetching || q !== text.trim(),
    isBehind: q !== text.trim() || [campaigns, brokers, calls].some((each) => each.isPlaceholderData),
    campaigns: (enabled && campaigns.data?.items) || [],
    brokers: (enabled && brokers.data?.items) || [],
    calls: ((enabled && calls.data?.items) || []).map((call) => ({
      id: call.id,
      title: call.broker?.name ?? formatPhone(call.phoneNumber),
      hint: `${callStatusLabels[call.status]} · ${formatDateTime(call.createdAt)}`,
    })),
  }
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [text])
  return paused
}
