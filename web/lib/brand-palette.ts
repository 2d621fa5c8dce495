/**
 * The colours that a page derives from the lender's one, each with sufficient contrast for its use. Pure; for server
 * and browser.
 */

import { BRAND_COLOUR } from '#contract/system/brand.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The surfaces of tokens.css behind text and buttons; of each scheme the one with the least contrast. */
const LIGHT_GROUND: Rgb = [242, 240, 237]
const DARK_GROUND: Rgb = [42, 39, 37]
const DARK_CANVAS: Rgb = [19, 18, 17]

/** WCAG 2.2, AA: text, and parts of the screen that are not text. */
const TEXT = 4.5
const SHAPE = 3
/** Contrast of white on the deep band: higher, so that a softer white for secondary text stays readable. */
const BAND = 7

export interface SchemeColours {
  /** Buttons, marks. */
  primary: string
  hover: string
  /** Text on `primary`. */
  onPrimary: string
  /** Text that can be pressed, focus rings. */
  link: string
  selected: string
  /** Deep ground of public pages, with white text. */
  band: string
  onBandSoft: string
}

export interface BrandPalette {
  light: SchemeColours
  dark: SchemeColours
}

/** @param colour '#rrggbb' @returns null for anything else */
export function brandPalette(colour: string | null): BrandPalette | null {
  if (colour === null || !BRAND_COLOUR.test(colour)) return null
  const own = rgbOf(colour)
  const dark = towards(own, WHITE, (shade) => contrastOf(shade, DARK_GROUND) >= SHAPE)
  return {
    light: schemeOf(own, {
      link: towards(own, BLACK, (shade) => contrastOf(shade, LIGHT_GROUND) >= TEXT),
      selected: mixed(own, WHITE, 0.9),
      band: towards(own, BLACK, (shade) => contrastOf(shade, WHITE) >= BAND),
    }),
    dark: schemeOf(dark, {
      link: towards(own, WHITE, (shade) => contrastOf(shade, DARK_GROUND) >= TEXT),
      selected: mixed(own, DARK_CANVAS, 0.75),
      band: towards(mixed(own, DARK_CANVAS, 0.5), BLACK, (shade) => contrastOf(shade, WHITE) >= BAND),
    }),
  }
}

/** The product's own, as tokens.css and site.css have it. */
const PRODUCT: BrandPalette = {
  light: {
    ...{ primary: '#0f5f5c', hover: '#0b4d4a', onPrimary: '#ffffff', link: '#0f5f5c' },
    ...{ selected: '#e8f3f2', band: '#0d4f4c', onBandSoft: '#c6dedb' },
  },
  dark: {
    ...{ primary: '#2a9d94', hover: '#35b0a6', onPrimary: '#04201e', link: '#5cc8be' },
    ...{ selected: '#15302f', band: '#10312f', onBandSoft: '#b4cfcc' },
  },
}

/** The palette for this colour, or the product's without one. */
export const shownPalette = (colour: string | null): BrandPalette => brandPalette(colour) ?? PRODUCT

function schemeOf(
  primary: Rgb,
  { link, selected, band }: { link: Rgb; selected: Rgb; band: Rgb },
): SchemeColours {
  const onPrimary = contrastOf(primary, WHITE) >= TEXT ? WHITE : BLACK
  // away from the text on it, so that it stays readable under the pointer
  const hover = mixed(primary, onPrimary === WHITE ? BLACK : WHITE, 0.16)
  const onBandSoft = towards(mixed(WHITE, band, 0.25), WHITE, (shade) => contrastOf(shade, band) >= TEXT)
  return {
    primary: hexOf(primary),
    hover: hexOf(hover),
    onPrimary: hexOf(onPrimary),
    link: hexOf(link),
    selected: hexOf(selected),
    band: hexOf(band),
    onBandSoft: hexOf(onBandSoft),
  }
}

/** The CSS variables that override tokens.css; empty without a colour of the lender's own. */
export function brandCss(colour: string | null): string {
  const palette = brandPalette(colour)
  if (!palette) return ''
  const { light, dark } = palette
  const both = (name: keyof SchemeColours): string => `light-dark(${light[name]},${dark[name]})`
  const screen = [
    `--bl-primary:${both('primary')}`,
    `--bl-primary-hover:${both('hover')}`,
    `--bl-on-primary:${both('onPrimary')}`,
    `--bl-link:${both('link')}`,
    `--bl-focus:${both('link')}`,
    `--bl-selected:${both('selected')}`,
    `--site-band:${both('band')}`,
    `--site-on-band-soft:${both('onBandSoft')}`,
  ]
  // paper keeps the colours of tokens.css
  return `@media screen{:root:root{${screen.join(';')}}}`
}

/** WCAG's contrast of two colours '#rrggbb', 1 to 21. */
export const contrast = (a: string, b: string): number => contrastOf(rgbOf(a), rgbOf(b))

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const hexOf = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mixed = (colour: Rgb, other: Rgb, share: number): Rgb => [
  colour[0] + (other[0] - colour[0]) * share,
  colour[1] + (other[1] - colour[1]) * share,
  colour[2] + (other[2] - colour[2]) * share,
]

const STEPS = 50

/** The colour, or the nearest shade towards `end` that is readable after rounding to whole parts as in its hex form. */
function towards(colour: Rgb, end: Rgb, isReadable: (shade: Rgb) => boolean): Rgb {
  for (let step = 0; step <= STEPS; step++) {
    const shade = rgbOf(hexOf(mixed(colour, end, step / STEPS)))
    if (isReadable(shade)) return shade
  }
  return end
}

function contrastOf(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x) as [number, number] // two
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf([red, green, blue]: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
