import type { ReactElement } from 'react'

/** The logo: a ringing line. */
export function BrandMark({ size = 24 }: { size?: number }): ReactElement {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: decorative; a name or label always accompanies it
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <g fill="none" strokeWidth="2.5" strokeLinecap="round" className="stroke-on-primary">
        <path d="M6 16h6.5" />
        <path d="M17.6 11.4a6.5 6.5 0 0 1 0 9.2" />
        <path d="M21.8 7.6a11.9 11.9 0 0 1 0 16.8" />
      </g>
      <circle cx="13.6" cy="16" r="2.4" className="fill-on-primary" />
    </svg>
  )
}

/** Mark and name. */
export function Brand({ large = false }: { large?: boolean }): ReactElement {
  return (
    <span className="inline-flex items-center gap-2">
      <BrandMark size={large ? 28 : 24} />
      <span className={`font-semibold tracking-tight ${large ? 'text-xl' : 'text-base'}`}>Brokerline</span>
    </span>
  )
}
