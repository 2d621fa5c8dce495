import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { connectLive, type LiveState } from '#web/api/live.ts'

/** Keeps the data on screen up to date while signed in; returns the connection state. */
export function useLive(): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => connectLive(client, { onState: setState }), [client])
  return state
}
