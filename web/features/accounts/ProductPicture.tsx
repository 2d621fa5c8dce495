import { CalendarCheck, PhoneCall } from 'lucide-react'
import type { ReactElement } from 'react'

/** One call as the console shows it; people and numbers are fictitious. */
const said = [
  {
    who: 'AI agent',
    text: 'Hello Priya, Ava here, an AI calling for Lumen Lending. May I tell you about a new rate?',
  },
  { who: 'Priya Rao', text: 'Sure. Could I talk it over with somebody?' },
  { who: 'AI agent', text: 'Of course. Tuesday at 10 am or 2 pm, Sydney time?' },
  { who: 'Priya Rao', text: 'Ten is fine.' },
]

const answers = [
  { label: 'SMS link', share: 34, colour: 'bg-amber' },
  { label: 'Meeting', share: 27, colour: 'bg-blue' },
  { label: 'Accreditation', share: 22, colour: 'bg-green' },
  { label: 'Opted out', share: 6, colour: 'bg-red' },
  { label: 'No answer yet', share: 11, colour: 'bg-line' },
]

/** Heights of the waveform's bars, in percent. */
const wave = [
  20, 45, 70, 38, 85, 60, 30, 52, 90, 64, 28, 15, 40, 75, 95, 55, 33, 62, 80, 48, 22, 36, 68, 42, 18,
]

/** A picture of the console: a call under way, and next to it the results of a campaign. */
export function ProductPicture(): ReactElement {
  return (
    <figure
      aria-label="A call in the console: the transcript of a broker who books a meeting, and what the campaign has brought"
      className="grid gap-4 rounded-xl border border-line bg-canvas p-4 text-sm shadow-float md:grid-cols-[3fr_2fr] md:p-6"
    >
      <div aria-hidden className="rounded-lg border border-line bg-surface p-4">
        <div className="flex items-center justify-between gap-3">
          <p className="flex items-center gap-2 font-semibold">
            <PhoneCall className="size-4 text-link" strokeWidth={1.75} />
            Priya Rao
          </p>
          <p className="tabular text-xs text-ink-soft">0491 570 156 · 1:24</p>
        </div>
        <div className="mt-3 flex h-10 items-center gap-0.75 rounded-md bg-sunken px-3">
          {[...wave, ...wave.toReversed()].map((height, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: bars of a picture
              key={index}
              className={index % 17 < 10 ? 'flex-1 rounded-full bg-primary' : 'flex-1 rounded-full bg-blue'}
              style={{ height: `${height}%` }}
            />
          ))}
        </div>
        <ul className="mt-3 flex flex-col gap-2">
          {said.map(({ who, text }) => (
            <li key={text}>
              <span className="mr-1.5 text-xs font-medium text-link">{who}</span>
              {text}
            </li>
          ))}
        </ul>
        <p className="mt-3 inline-flex items-center gap-1.5 rounded-full bg-blue-soft px-2.5 py-1 text-xs font-medium text-blue-ink">
          <CalendarCheck className="size-3.5" strokeWidth={2} />
          Meeting booked (by voice)
        </p>
      </div>
      <div aria-hidden className="rounded-lg border border-line bg-surface p-4">
        <p className="font-semibold">Premium Home Loan</p>
        <p className="text-ink-soft">6.14% p.a. variable</p>
        <p className="tabular mt-4 text-3xl font-semibold tracking-tight">286</p>
        <p className="text-xs text-ink-soft">brokers called this week</p>
        <div className="mt-4 flex h-2.5 gap-px overflow-clip rounded-full">
          {answers.map(({ label, share, colour }) => (
            <span key={label} className={colour} style={{ width: `${share}%` }} />
          ))}
        </div>
        <ul className="mt-3 flex flex-col gap-1.5 text-xs">
          {answers.map(({ label, share, colour }) => (
            <li key={label} className="flex items-center gap-2">
              <span className={`size-2 rounded-full ${colour}`} />
              <span className="flex-1 text-ink-soft">{label}</span>
              <span className="tabular">{share}%</span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
