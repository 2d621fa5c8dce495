import { describe, expect, it } from 'vitest'
import { brandCss, brandPalette, contrast } from './brand-palette.ts'

const COLOURS = [
  ...['#0f5f5c', '#ffd400', '#ffffff', '#000000', '#777777', '#e4002b', '#00a651', '#1d4ed8', '#ff69b4'],
  // a grid over all colours
  ...Array.from({ length: 125 }, (_, at) => {
    const part = (step: number) => ((Math.floor(at / step) % 5) * 63).toString(16).padStart(2, '0')
    return `#${part(25)}${part(5)}${part(1)}`
  }),
]

describe('the colours that pages take from the lender’s one', () => {
  // Covers: settings-14
  it('are readable where they are used, in light and dark, whatever the colour', () => {
    for (const colour of COLOURS) {
      const palette = brandPalette(colour)
      if (!palette) throw new Error(`no palette of ${colour}`)
      const grounds = { light: ['#ffffff', '#f8f7f5', '#f2f0ed'], dark: ['#131211', '#1a1918', '#232120'] }
      for (const scheme of ['light', 'dark'] as const) {
        const { primary, hover, onPrimary, link, selected, band, onBandSoft } = palette[scheme]
        const readable = [
          [onPrimary, primary],
          [onPrimary, hover],
          ['#ffffff', band],
          [onBandSoft, band],
          ...grounds[scheme].map((ground) => [link, ground]),
        ] as [string, string][]
        for (const [text, ground] of readable) {
          expect(contrast(text, ground), `${colour} ${scheme}: ${text} on ${ground}`).toBeGreaterThanOrEqual(
            4.5,
          )
        }
        expect(contrast(scheme === 'light' ? '#1f1d1b' : '#f3f1ee', selected)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('leave a colour as it is where it can be', () => {
    expect(brandPalette('#0f5f5c')?.light).toMatchObject({ primary: '#0f5f5c', link: '#0f5f5c' })
    expect(brandPalette('#ffd400')?.light).toMatchObject({ primary: '#ffd400', onPrimary: '#000000' })
  })

  it.each([
    null,
    '',
    'red;}',
    '#fff',
    '#GGGGGG',
    '#0f5f5c;}body{display:none',
    'url(//x)',
  ])('are none for %j, and nothing is written into the page', (colour) => {
    expect(brandPalette(colour)).toBeNull()
    expect(brandCss(colour)).toBe('')
  })
})
