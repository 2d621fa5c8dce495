// Decides how a browser is called in the list of sessions, by the words that it says of itself.

/** In order: most browsers claim to be several others too. */
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
  const words = (userAgent ?? '').slice(0, 1000)
  const [browser, system] = [nameIn(browsers, words), nameIn(systems, words)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE
}

function nameIn(known: readonly [RegExp, string][], words: string): string | undefined {
  return known.find(([pattern]) => pattern.test(words))?.[1]
}
