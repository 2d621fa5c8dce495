import { describe, expect, it } from 'vitest'
import { PROFESSIONALS_ONLY } from '#contract/microsites/microsites.ts'
import type {
  MicrositePageFacts,
  OfferPageFacts,
  StatusPageFacts,
  VerifyPageFacts,
} from '#contract/microsites/pages.ts'
import { bareContent, bareLender, content, lender, offer, withText } from '#test/page-facts.ts'
import { createPages } from '#web/entries/pages.tsx'

const pages = createPages({
  css: '.x{}',
  cssUrl: '/assets/site.css',
  font: '/assets/inter.woff2',
  script: '/assets/site.js',
  preload: { booking: ['/assets/b.js'] },
})
const base = 'https://brokers.lumen.example'

const microsite: MicrositePageFacts = {
  lender,
  url: `${base}/microsite/premium`,
  title: 'Premium',
  content,
  offer,
  carried: 'broker=7',
}
const offerPage: OfferPageFacts = { lender, url: `${base}/s/code`, offer, broker: 7, brokerKey: null }
const status: StatusPageFacts = {
  lender,
  url: `${base}/accreditation/status/token`,
  submission: {
    id: 42,
    status: 'info_requested',
    firstName: 'Petra',
    submittedAt: '2026-11-24T01:00:00Z',
    reason: 'Add the current certificate.',
    decidedAt: null,
    statusUrl: `${base}/accreditation/status/token`,
    resumeUrl: `${base}/accreditation/resume/token`,
    outstanding: [],
    portalUrl: `${base}/broker-portal`,
  },
}
const missing = { lender, url: `${base}/microsite/x`, title: 'Microsite Not Found', text: 'Nothing is here.' }
const booking = {
  lender,
  url: `${base}/booking`,
  broker: null,
  brokerKey: null,
  cameFrom: null,
  now: '2026-11-24T01:00:00Z',
  formTime: 'signed',
  days: [],
  zone: null,
}

const verify: VerifyPageFacts = {
  lender: { ...lender, brand: { ...lender.brand, logo: { path: '/logo', url: '', width: 9, height: 9 } } },
  url: `${base}/verify`,
  formTime: 'signed',
  state: { kind: 'asks' },
  numbers: { calls: ['(02) 5550 0100', '(02) 5550 0101'], sms: ['0491 570 156'], email: [] },
}

/** The visible text: markup removed, entities decoded, spaces joined. */
function words(html: string): string {
  const body = /<body[\s\S]*<\/body>/.exec(html)?.[0] ?? ''
  return body
    .replaceAll(/<(script|svg)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
}
const links = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)

describe('the microsite page', () => {
  const html = pages.microsite(microsite)

  // Covers: public-pages-mails-2
  it('holds hero, three cards, four clients, four amounts and the call to action', () => {
    const text = words(html)
    for (const value of Object.entries(content)) {
      if (/Url$/.test(value[0])) continue
      expect(text, value[0]).toContain(value[1])
    }
    expect(text).toContain(`${content.featuresSubtitle} ${content.features} ${content.feature1Title}`)
    expect(text).toContain('Start Accreditation')
  })

  // Covers: public-pages-mails-3
  it('sets the rate large with its type, and the comparison rate beside it', () => {
    expect(words(html)).toContain('6.14% p.a. variable Comparison rate 6.18% p.a.')
    expect(html).toMatch(/class="[^"]*text-display[^"]*">6\.14%</)
    const plain = pages.microsite({ ...microsite, offer: { ...offer, comparisonRate: null } })
    expect(words(plain)).toContain('6.14% p.a. variable')
    expect(plain).not.toContain('Comparison rate')
  })

  // Covers: public-pages-mails-1
  it('has one first heading, a button that scrolls to the features, and needs no script', () => {
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(links(html)).toContain('#features')
    expect(html).toContain('id="features"')
    expect(html).not.toContain('<script')
  })

  // Covers: public-pages-mails-2
  it('leaves no hole where texts are empty or the campaign is gone', () => {
    const bare = pages.microsite({
      ...microsite,
      lender: bareLender,
      content: bareContent,
      offer: null,
      carried: '',
    })
    // below the title, at the foot of a phone's screen, and at the end
    const waysOn = 'Book a meeting Start Accreditation'
    expect(words(bare)).toBe(
      ` Skip to content Lumen Only a title ${waysOn} ${waysOn} ${waysOn} ${PROFESSIONALS_ONLY} Lumen Automated decisions `,
    )
    expect(bare).not.toMatch(/<(h[1-3]|p|li|ul|dd|a)[^>]*><\//)
    expect(bare).not.toContain('#features')
    expect(bare).not.toMatch(/aria-labelledby="(features|about|ideal-client|cta)/)
    expect(new Set(links(bare))).toEqual(
      new Set(['#main', '/booking', '/accreditation', '/privacy/automated-decisions']),
    )
  })

  // Covers: public-pages-mails-2
  it('shows a group or card with what it has', () => {
    const some = { ...bareContent, feature2Title: 'Fast', loanAmount3: 'LVR up to 95%', features: 'One' }
    const text = words(pages.microsite({ ...microsite, content: some, offer: null }))
    expect(text).toMatch(
      /Only a title Book a meeting Start Accreditation One Fast LVR up to 95% Book a meeting/,
    )
  })

  // Covers: public-pages-mails-2
  it('shows an introduction without cards, and cards without one', () => {
    const introduced = pages.microsite({ ...microsite, content: { ...bareContent, features: 'One word.' } })
    expect(words(introduced)).toContain('One word.')
    expect(introduced).not.toContain('<ul')
    const cards = pages.microsite({ ...microsite, content: { ...content, features: '' } })
    expect(words(cards)).toContain(`${content.featuresSubtitle} ${content.feature1Title}`)
  })

  // Covers: public-pages-mails-4
  it('gives links to this installation the broker, and others neither broker nor opener', () => {
    expect(links(html)).toContain('/booking?broker=7')
    expect(links(html)).toContain('/accreditation?broker=7')
    const outside = pages.microsite({
      ...microsite,
      content: {
        ...content,
        ctaButtonUrl: 'https://other.example/a?b=1',
        ctaSecondaryUrl: 'http://third.example/',
      },
    })
    expect(outside).toMatch(/<a [^>]*href="https:\/\/other\.example\/a\?b=1"[^>]*rel="noopener"/)
    expect(outside).toMatch(/<a [^>]*href="http:\/\/third\.example\/"[^>]*rel="noopener"/)
    expect(outside).not.toContain('broker=7')
  })

  // Covers: settings-14
  it('shows the lender’s logo with its name as text, and colours that were worked out of the lender’s own', () => {
    const logo = {
      path: '/api/brand/logo/ab',
      url: 'https://l.example/api/brand/logo/ab',
      width: 400,
      height: 100,
    }
    const branded = pages.microsite({
      ...microsite,
      lender: { ...lender, brand: { colour: '#ffd400', logo } },
    })
    expect(branded).toContain('<img src="/api/brand/logo/ab" alt="Lumen &amp; Sons" width="160" height="40"')
    expect(branded).toContain('--bl-primary:light-dark(#ffd400,')
    expect(html).not.toContain('--bl-primary:light-dark(#ffd400')
    const evil = { ...lender, brand: { colour: 'red;}</style><script>', logo: null } }
    expect(pages.microsite({ ...microsite, lender: evil })).not.toMatch(/red;|<script>/)
  })

  // Covers: public-pages-mails-1
  it('carries title, description with the rates, Open Graph and canonical address, and may be indexed', () => {
    expect(html).toContain('<title>Premium | Lumen &amp; Sons</title>')
    const description =
      'Premium Home Loan: 6.14% p.a. variable. Comparison rate 6.18% p.a. Sharp pricing and a named assessor.'
    expect(html).toContain(`<meta name="description" content="${description}"/>`)
    expect(html).toContain(`<meta property="og:description" content="${description}"/>`)
    expect(html).toContain(`<link rel="canonical" href="${base}/microsite/premium"/>`)
    expect(html).not.toContain('noindex')
  })
})

describe('the offer page', () => {
  it('holds the offer, both rates, whom to call and the ways on', () => {
    const html = pages.offer(offerPage)
    const text = words(html)
    expect(text).toContain('6.14% p.a. variable Comparison rate 6.18% p.a.')
    expect(text).toContain('Call Lumen & Sons on 1800 160 401')
    expect(text).toContain('Reply STOP')
    expect(links(html)).toEqual(
      expect.arrayContaining(['tel:1800160401', '/booking?broker=7', '/accreditation?broker=7']),
    )
  })
  it('does without rate, description and phone', () => {
    const html = pages.offer({
      ...offerPage,
      lender: bareLender,
      offer: { ...offer, rate: null, comparisonRate: null, description: null },
    })
    expect(words(html)).not.toMatch(/rate|%|Questions/)
    expect(html).toContain('<meta name="description" content="Premium Home Loan"/>')
  })
})

describe('the status page', () => {
  it('says what is asked and leads back to the form', () => {
    const html = pages.applicationStatus(status)
    expect(words(html)).toContain('Add the current certificate.')
    expect(words(html)).toContain('Submitted Tue 24 Nov 2026, 12:00 pm AEDT')
    expect(links(html)).toContain(`${base}/accreditation/resume/token`)
  })
  // Covers: staff-screens-microsites-18
  it('says which documents an approval leaves to upload, and where', () => {
    const submission: StatusPageFacts['submission'] = {
      ...status.submission,
      ...{ status: 'approved', outstanding: ['Photo ID', 'CV'] },
    }
    const html = pages.applicationStatus({ ...status, submission })
    expect(words(html)).toContain('Before you can submit loans, upload these documents')
    expect(words(html)).toContain('Photo ID CV Upload your documents')
    expect(words(html)).not.toContain('You are accredited')
    expect(links(html)).toContain(`${base}/broker-portal`)
  })
  it.each([
    ['submitted', 'We have your application', 'Review (now)'],
    ['in_review', 'Your application is in review', 'Review (now)'],
    ['approved', 'You are accredited', 'Approved (done)'],
    ['declined', 'Your application was declined', 'Declined (done)'],
    ['draft', 'Not submitted yet', 'Submitted (now)'],
  ] as const)('tells %s in words and steps', (name, title, step) => {
    const submission = { ...status.submission, status: name, reason: null, resumeUrl: null }
    const text = words(pages.applicationStatus({ ...status, submission }))
    expect(text).toContain(title)
    expect(text.replaceAll(' (', '(').replaceAll('(', ' (')).toContain(step)
  })
})

describe('the page that verifies a call', () => {
  const found: VerifyPageFacts['state'] = {
    ...{ kind: 'found', contact: 'sms', to: '0491 570 156', from: null, at: '2026-11-24T01:00:00Z' },
    ...{ about: 'meeting', product: null, zone: 'Australia/Perth' },
  }

  // Covers: verification-2
  it('links its style sheet, and loads a small font, neither logo nor script', () => {
    const html = pages.verify(verify)
    expect(html).toContain('<link rel="stylesheet" href="/assets/site.css"/>')
    expect(html).not.toMatch(/<script|<img|\.x\{\}/)
    expect(new Set(html.match(/[\w./-]+\.woff2/g))).toEqual(new Set(['/inter-latin-1.woff2']))
    expect(html).toContain('--font-sans:Inter Small,Inter Fallback,')
  })

  // Covers: verification-2
  it('tells time on the clock of the person, and why a message was sent', () => {
    const text = words(pages.verify({ ...verify, state: found }))
    expect(text).toContain('Yes, we sent you this text message')
    expect(text).toContain('When Tue 24 Nov 2026, 9:00 am AWST To 0491 570 156 About Your meeting')
    expect(text).toContain('Calls from (02) 5550 0100, (02) 5550 0101 Texts from 0491 570 156')
  })

  it('has a plain answer where the lender has entered nothing', () => {
    const numbers = { calls: [], sms: [], email: [] }
    for (const state of [found, { kind: 'reported' }, { kind: 'limited', minutes: 1 }] as const) {
      const text = words(pages.verify({ ...verify, lender: bareLender, numbers, state }))
      expect(text).not.toMatch(/ABN|undefined|null|call us on/)
    }
  })
})

describe('every public page', () => {
  const all = {
    microsite: pages.microsite(microsite),
    offer: pages.offer(offerPage),
    status: pages.applicationStatus(status),
    missing: pages.missing(missing),
    offline: pages.offline(missing),
    verify: pages.verify(verify),
    booking: pages.booking(booking),
    decisions: pages.decisions({
      ...{ lender, url: base, token: 'token', firstName: 'Petra', formTime: 'signed' },
      decisions: [
        {
          ...{ kind: 'document_expiry', reference: '1', label: 'Whether a document has expired' },
          ...{ decision: 'Your document has expired.', at: '2026-11-20T02:00:00.000Z', rule: 'The rule.' },
          ...{ version: '3', data: ['Its last day: Thu 19 Nov 2026'], contest: null },
        },
      ],
      ...{ older: '/decisions/token?cursor=x', isFirst: true },
    }),
    accreditation: pages.accreditation({
      lender,
      url: `${base}/accreditation`,
      broker: null,
      brokerKey: null,
      cameFrom: null,
      formTime: 'signed',
      draft: null,
      isClosed: false,
    }),
  }
  // Covers: public-pages-mails-5
  it.each(
    Object.entries(all),
  )('%s says for whom it is and who stands behind it, in landmarks', (_name, html) => {
    const text = words(html)
    for (const part of [PROFESSIONALS_ONLY, lender.legalName, 'ABN 23 990 000 014', lender.address]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('Brokerline')
    expect(links(html)).toEqual(
      expect.arrayContaining(['#main', 'tel:1800160401', lender.privacyUrl, lender.termsUrl]),
    )
    for (const landmark of ['<header', '<main id="main"', '<footer']) expect(html).toContain(landmark)
    expect(html).toMatch(/^<!doctype html><html lang="en-AU">/)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  // Covers: public-pages-mails-6
  it('keeps what is personal or not there out of search engines', () => {
    const indexed = Object.entries(all).filter(([, html]) => !html.includes('content="noindex"'))
    expect(indexed.map(([name]) => name)).toEqual(['microsite', 'verify', 'booking', 'accreditation'])
  })

  // Covers: public-pages-mails-7
  it('hands facts over without ending their element, and loads its scripts from this host', () => {
    const name = '</script><script>alert(1)</script>'
    const html = pages.booking({ ...booking, lender: { ...lender, name } })
    expect(html).not.toContain('<script>alert')
    const facts = /<script id="facts" type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(facts).lender.name).toBe(name)
    expect(html).toContain('<script type="module" src="/assets/site.js">')
    expect(html).toContain('<link rel="modulepreload" href="/assets/b.js"/>')
  })

  it.each(Object.entries(all))('is drawn only once its footer has arrived: %s', (_name, html) => {
    const awaited = /<link rel="expect" href="#(\w+)" blocking="render"\/>/.exec(html)?.[1]
    expect(html.indexOf(`<footer id="${awaited}"`)).toBeGreaterThan(html.indexOf('</main>'))
  })

  // Covers: public-pages-mails-8
  it('is inert until the browser has taken it over, where it needs script, and says so without', () => {
    const waiting = Object.entries(all).filter(([, html]) => /<main [^>]*inert=""/.test(html))
    expect(waiting.map(([name]) => name)).toEqual(['booking', 'decisions', 'accreditation'])
    for (const [, html] of waiting) {
      expect(html).toContain('<noscript>')
      expect(words(html)).toContain(
        'This page needs JavaScript. You can also call Lumen & Sons on 1800 160 401.',
      )
    }
  })

  const hostile = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`
  // Covers: public-pages-mails-7
  it.each([
    ['microsite', () => pages.microsite(withText(microsite, hostile))],
    ['offer', () => pages.offer(withText(offerPage, hostile))],
    ['missing', () => pages.missing(withText(missing, hostile))],
    [
      'verify',
      () =>
        pages.verify({
          ...withText(verify, hostile),
          state: { kind: 'not_reported', number: hostile, code: hostile, details: hostile },
        }),
    ],
    [
      'verify with a complaint',
      () =>
        pages.verify({
          ...withText(verify, hostile),
          state: {
            ...{ kind: 'not_complained', words: hostile, name: hostile, email: hostile, phone: hostile },
            fields: { words: hostile },
          },
        }),
    ],
    [
      'status',
      () =>
        pages.applicationStatus({
          ...withText(status, hostile),
          submission: { ...withText(status.submission, hostile), submittedAt: null },
        }),
    ],
  ])('%s escapes script in every field', (_name, render) => {
    const html = render()
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
  })
})

// Covers: running-24
it('the page in place of one that cannot be made says why, asks for the same address again, and holds no markup of others', () => {
  const html = pages.fault({
    title: 'Temporarily unavailable',
    text: 'The database <b>cannot</b> be reached.',
  })
  expect(words(html)).toContain(
    'Temporarily unavailable The database &lt;b&gt;cannot&lt;/b&gt; be reached. Try again',
  )
  expect(links(html)).toEqual([''])
  expect(html).toContain('<meta name="robots" content="noindex"/>')
})
