import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export interface Player {
  audio: RefObject<HTMLAudioElement | null>
  isPlaying: boolean
  /** Play was pressed and the audio is loading. */
  isWaiting: boolean
  /** Playback failed twice, the second time after a reload. */
  hasFailed: boolean
  /** Seconds. */
  position: number
  duration: number
  speed: number
  toggle: () => void
  /** Seeks to `seconds`, clamped to the recording. */
  seek: (seconds: number) => void
  setSpeed: (speed: number) => void
  /** Props for the audio element. */
  events: {
    onPlaying: () => void
    onPause: () => void
    onWaiting: () => void
    onEnded: () => void
    onTimeUpdate: () => void
    onLoadedMetadata: () => void
    onError: () => void
  }
}

/** Plays one recording. @param seconds duration of the call, used until the file's metadata loads */
export function usePlayer(seconds: number): Player {
  const audio = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<'idle' | 'waiting' | 'playing' | 'failed'>('idle')
  const [position, setPosition] = useState(0)
  const [duration, setDuration] = useState(seconds)
  const [speed, setSpeed] = useState(1)
  useEffect(() => setDuration((known) => Math.max(known, seconds)), [seconds])
  useFrames(state === 'playing', () => setPosition(audio.current?.currentTime ?? 0))

  const fail = useCallback(() => {
    setState('failed')
    setPosition(0)
  }, [])

  const play = async (element: HTMLAudioElement): Promise<void> => {
    setState('waiting')
    const from = element.currentTime
    try {
      await element.play()
    } catch (error) {
      if (wasInterrupted(error)) return
      // a load error leaves the element unusable until it is reloaded
      element.load()
      element.currentTime = from
      await element.play().catch((again: unknown) => {
        if (element.error || !wasInterrupted(again)) fail()
      })
    }
  }

  return {
    audio,
    isPlaying: state === 'playing',
    isWaiting: state === 'waiting',
    hasFailed: state === 'failed',
    position,
    duration,
    speed,
    toggle: () => {
      const element = audio.current
      if (!element) return
      if (element.paused) void play(element)
      else element.pause()
    },
    seek: (to) => {
      const at = Math.min(Math.max(0, to), duration)
      if (audio.current) audio.current.currentTime = at
      setPosition(at)
    },
    setSpeed: (next) => {
      // the default rate survives a reload, the current one does not
      if (audio.current) Object.assign(audio.current, { playbackRate: next, defaultPlaybackRate: next })
      setSpeed(next)
    },
    events: {
      onPlaying: () => setState('playing'),
      // a recording that cannot be played ends with a pause as well
      onPause: () => setState((former) => (former === 'failed' ? former : 'idle')),
      onWaiting: () => setState('waiting'),
      onEnded: () => {
        setState('idle')
        setPosition(0)
        if (audio.current) audio.current.currentTime = 0
      },
      onTimeUpdate: () => setPosition(audio.current?.currentTime ?? 0),
      onLoadedMetadata: () => {
        const length = audio.current?.duration
        if (length !== undefined && Number.isFinite(length)) setDuration(length)
      },
      onError: () => {
        if (state !== 'playing') return
        audio.current?.load()
        fail()
      },
    },
  }
}

/** Interrupted by another press or a reload, which is no error. */
function wasInterrupted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Runs before every frame: timeupdate fires only four times a second. */
function useFrames(active: boolean, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!active) return
    let frame = requestAnimationFrame(function next() {
      latest.current()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [active])
}
