import type { LinkedOffer } from './views.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

export const PROFESSIONALS_ONLY =
  'For mortgage brokers and other industry professionals only. Not for distribution to consumers.'

const STYLE = `:root{color-scheme:light dark;--ink:#1d1b18;--soft:#5f5a52;--paper:#faf9f7;--line:#e4e0d9;--teal:#0b5f5c}
@media (prefers-color-scheme:dark){:root{--ink:#f1eee9;--soft:#b3ada3;--paper:#171614;--line:#33302b;--teal:#5cc4bd}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.75rem;line-height:1.2;margin:.25rem 0 1rem}
p{margin:0 0 1rem}.lender{color:var(--soft);margin:0}.rate{font-size:1.375rem;font-weight:600;color:var(--teal);margin:0 0 .25rem}
.soft{color:var(--soft)}footer{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem;font-size:.875rem;color:var(--soft)}`

function document(title: string, body: string): string {
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/icon.svg"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}<footer><p>${PROFESSIONALS_ONLY}</p></footer></main></body></html>`
}

/** The page behind an SMS link: the campaign's offer, ready without script. */
export function offerPage(offer: LinkedOffer): string {
  const rate = offer.rate
    ? `<p class="rate">${escapeHtml(offer.rate)}% ${escapeHtml(offer.rateType)}</p>`
    : ''
  const comparison = offer.comparisonRate
    ? `<p class="soft">Comparison rate ${escapeHtml(offer.comparisonRate)}% p.a.</p>`
    : ''
  const description = offer.description ? `<p>${escapeHtml(offer.description)}</p>` : ''
  const contact = offer.contactPhone
    ? `<p>Questions? Call ${escapeHtml(offer.lender)} on ${escapeHtml(offer.contactPhone)}.</p>`
    : ''
  return document(
    `${offer.product} | ${offer.lender}`,
    `<p class="lender">${escapeHtml(offer.lender)}</p><h1>${escapeHtml(offer.product)}</h1>${rate}${comparison}${description}${contact}<p class="soft">You asked for this link during our call. Reply STOP to the message to opt out.</p>`,
  )
}

/** For a link that was never given, or has expired. */
export function linkGonePage(): string {
  return document(
    'Link not found',
    '<h1>This link does not work any more</h1><p>It has expired or was not copied whole. Ask for a new one on the next call, or ring the lender.</p>',
  )
}
