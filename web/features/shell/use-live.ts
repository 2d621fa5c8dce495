import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { connectLive, type LiveState } from '#web/api/live.ts'
import { useOnline } from '#web/lib/use-online.ts'

/** Keeps the data on screen up to date while signed in; returns the connection state. */
export function useLive(): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => connectLive(client, { onState: setState }), [client])
  // a page that was opened offline receives no offline event
  const isOnline = useOnline()
  return isOnline ? state : 'offline'
}
