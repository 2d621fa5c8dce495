// State of a search for one broker, and the broker that Enter selects.

export interface Matches<Broker> {
  brokers: readonly Broker[]
  isSearching: boolean
  /** They match the previous input. */
  isBehind: boolean
}

/** Undefined while the list is stale: a merge or an approval with the broker of an earlier search cannot be undone. */
export function takenByEnter<Broker>(
  { brokers, isBehind }: Pick<Matches<Broker>, 'brokers' | 'isBehind'>,
  active: number,
): Broker | undefined {
  return isBehind ? undefined : brokers[active]
}
