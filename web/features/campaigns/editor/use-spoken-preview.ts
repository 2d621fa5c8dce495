import { useEffect, useRef, useState } from 'react'
import { speakScript } from '#contract/campaigns/campaign-drafts.ts'
import { messageOf, offlineError, readError } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { toastError } from '#web/ui/toast.ts'
import type { Draft } from './use-script-preview.ts'

export interface SpokenPreview {
  state: 'idle' | 'loading' | 'playing'
  /** Seconds. */
  position: number
  duration: number
  /** Plays the script on screen, or stops. */
  toggle: () => void
}

/** The script read out; it stops as soon as anything of it changes. */
export function useSpokenPreview(draft: Draft | null): SpokenPreview {
  const [state, setState] = useState<SpokenPreview['state']>('idle')
  const [time, setTime] = useState({ position: 0, duration: 0 })
  const playing = useRef<{
    audio: HTMLAudioElement | null
    url: string | null
    abort: AbortController
  } | null>(null)
  const stop = (): void => {
    const current = playing.current
    playing.current = null
    current?.abort.abort()
    current?.audio?.pause()
    if (current?.url) URL.revokeObjectURL(current.url)
    setState('idle')
    setTime({ position: 0, duration: 0 })
  }
  const content = JSON.stringify(draft)
  // biome-ignore lint/correctness/useExhaustiveDependencies: stops playback of another script, and on unmount
  useEffect(() => stop, [content])

  const play = async (script: Draft): Promise<void> => {
    const abort = new AbortController()
    const current: NonNullable<typeof playing.current> = { audio: null, url: null, abort }
    playing.current = current
    setState('loading')
    try {
      const blob = await fetchSpeech(script, abort.signal)
      if (playing.current !== current) return
      current.url = URL.createObjectURL(blob)
      const audio = new Audio(current.url)
      current.audio = audio
      audio.addEventListener('timeupdate', () =>
        setTime({
          position: audio.currentTime,
          duration: Number.isFinite(audio.duration) ? audio.duration : 0,
        }),
      )
      audio.addEventListener('ended', () => playing.current === current && stop())
      await audio.play()
      if (playing.current === current) setState('playing')
    } catch (error) {
      if (playing.current !== current) return
      stop()
      toastError(messageOf(error, 'The script could not be read out'))
    }
  }

  return {
    state,
    ...time,
    toggle: () => {
      if (playing.current) stop()
      else if (draft) void play(draft)
    },
  }
}

async function fetchSpeech(body: Draft, signal: AbortSignal): Promise<Blob> {
  const init = {
    method: speakScript.method,
    headers: { 'Content-Type': 'application/json', Accept: 'audio/mpeg, application/json' },
    body: JSON.stringify(body),
    credentials: 'include',
    signal,
  } satisfies RequestInit
  const response = await fetch(urlOf(speakScript), init).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') throw error
    throw offlineError()
  })
  if (!response.ok) throw await readError(response)
  return response.blob()
}
