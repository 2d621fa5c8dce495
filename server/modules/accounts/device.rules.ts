import { cutText } from '#contract/plain-text.ts'

// Names a device in the list of sessions by its user agent.

/** The order matters: most browsers also claim to be several others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export const UNKNOWN_DEVICE = 'Unknown device'

/** E.g. 'Chrome on Android'. @param userAgent as the browser sent it */
export function deviceOf(userAgent: string | null): string {
  const agent = cutText(userAgent ?? '', 1000)
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE
}

function nameIn(known: readonly [RegExp, string][], agent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(agent))?.[1]
}
