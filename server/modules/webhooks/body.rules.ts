// The body of a delivery: the same text for every attempt and replay of an event.

export interface StoredEvent {
  type: string
  occurredAt: Date
  data: unknown
}

export const bodyOf = ({ type, occurredAt, data }: StoredEvent): string =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data })
