/** Real requests, for the tests of counting: people who view a page, and programs that only fetch it. */
export interface KnownRequest {
  who: string
  agent: string
  method?: 'HEAD'
  headers?: Record<string, string>
}

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = `${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`

/** Browsers in people's hands. */
export const people: readonly KnownRequest[] = [
  { who: 'Chrome on Windows', agent: CHROME },
  { who: 'Chrome on a Mac', agent: `${MAC} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36` },
  {
    who: 'Chrome on Linux',
    agent: `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
  },
  {
    who: 'Chromebook',
    agent: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
  },
  { who: 'Edge', agent: `${WINDOWS} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0` },
  { who: 'Opera', agent: `${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0` },
  { who: 'Vivaldi', agent: `${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.6` },
  {
    who: 'Firefox on Windows',
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  {
    who: 'Firefox on Linux',
    agent: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  {
    who: 'Firefox ESR on a Mac',
    agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
  {
    who: 'Safari on a Mac',
    agent: `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
  },
  { who: 'Safari on an iPhone', agent: `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1` },
  {
    who: 'Safari on an iPad',
    agent:
      'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1',
  },
  { who: 'Chrome on an iPhone', agent: `${IPHONE} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1` },
  { who: 'Firefox on an iPhone', agent: `${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15` },
  {
    who: 'Edge on an iPhone',
    agent: `${IPHONE} Version/18.0 EdgiOS/142.0.3595.53 Mobile/15E148 Safari/604.1`,
  },
  {
    who: 'DuckDuckGo on an iPhone',
    agent: `${IPHONE} Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
  },
  { who: 'Chrome on Android', agent: `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36` },
  { who: 'Chrome on an Android tablet', agent: `${ANDROID} Chrome/142.0.0.0 Safari/537.36` },
  { who: 'Samsung Internet', agent: `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36` },
  {
    who: 'Firefox on Android',
    agent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  },
  {
    who: 'a phone by Cubot',
    agent:
      'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  },
  {
    who: 'Opera Mini',
    agent: 'Opera/9.80 (Android; Opera Mini/36.2.2254/191.308; U; en) Presto/2.12.423 Version/12.16',
  },
  {
    who: 'Silk on a Fire tablet',
    agent:
      'Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.3.5 like Chrome/120.0.6099.230 Safari/537.36',
  },
  {
    who: 'the browser in Facebook on an iPhone',
    agent: `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.50.104;FBBV/790000000;FBDV/iPhone16,2;FBMD/iPhone;FBSN/iOS;FBSV/18.6;FBSS/3;FBCR/;FBID/phone;FBLC/en_GB;FBOP/5]`,
  },
  {
    who: 'the browser in Facebook on Android',
    agent:
      'Mozilla/5.0 (Linux; Android 15; SM-S928B Build/AP3A.240905.015; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.43 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/531.0.0.47.109;]',
  },
  { who: 'the browser in LinkedIn', agent: `${IPHONE} Mobile/15E148 [LinkedInApp]/9.31.2712` },
  { who: 'the browser in the Google app', agent: `${IPHONE} GSA/392.0.825331443 Mobile/15E148 Safari/604.1` },
  {
    who: 'the browser in Outlook on Android',
    agent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.7339.51 Mobile Safari/537.36',
  },
  {
    who: 'Internet Explorer mode',
    agent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  },
  {
    who: 'Chrome with everything it sends',
    agent: `${WINDOWS} ${WEBKIT} Chrome/139.0.0.0 Safari/537.36`,
    headers: {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
      'accept-language': 'en-AU,en;q=0.9',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-user': '?1',
      'upgrade-insecure-requests': '1',
    },
  },
]

/** Robots, previews and programs: no person views the page. */
export const others: readonly KnownRequest[] = [
  {
    who: 'Googlebot',
    agent:
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.54 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  {
    who: 'Bingbot',
    agent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36',
  },
  {
    who: 'Applebot',
    agent: `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
  },
  {
    who: 'GPTBot',
    agent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  },
  { who: 'AhrefsBot', agent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)' },
  {
    who: 'a preview in iMessage',
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  },
  { who: 'a preview by Apple’s own engine', agent: `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko)` },
  {
    who: 'a preview on Facebook',
    agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  },
  { who: 'a preview in WhatsApp', agent: 'WhatsApp/2.23.20.0' },
  { who: 'a preview in Slack', agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  {
    who: 'a preview in Teams',
    agent: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  },
  { who: 'a preview in Telegram', agent: 'TelegramBot (like TwitterBot)' },
  {
    who: 'a preview on LinkedIn',
    agent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  },
  { who: 'a preview in Discord', agent: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' },
  {
    who: 'Discord as an old Firefox',
    agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.10; rv:38.0) Gecko/20100101 Firefox/38.0',
  },
  {
    who: 'a preview in Google Messages',
    agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Google (+https://developers.google.com/+/web/snippet/)',
  },
  { who: 'a preview in Viber', agent: 'Viber/24.5.0 CFNetwork/1568 Darwin/24.0.0' },
  { who: 'Outlook looking at a link', agent: 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)' },
  {
    who: 'Office asking first',
    agent: 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)',
  },
  { who: 'Safe Links', agent: `${WINDOWS} ${WEBKIT} Chrome/120.0.0.0 Safari/537.36 SafeLinks` },
  { who: 'a scanner of mail', agent: 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))' },
  {
    who: 'a headless browser',
    agent: `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`,
  },
  { who: 'curl', agent: 'curl/8.5.0' },
  { who: 'Python', agent: 'python-requests/2.32.3' },
  { who: 'an Android program', agent: 'Dalvik/2.1.0 (Linux; U; Android 13; SM-A536E Build/TP1A.220624.014)' },
  { who: 'nobody in particular', agent: 'Mozilla/5.0' },
  { who: 'who says nothing', agent: '' },
  { who: 'Chrome asking for the head', agent: CHROME, method: 'HEAD' },
  { who: 'Chrome loading ahead', agent: CHROME, headers: { 'sec-purpose': 'prefetch' } },
  { who: 'Chrome rendering ahead', agent: CHROME, headers: { 'sec-purpose': 'prefetch;prerender' } },
  { who: 'an older Chrome loading ahead', agent: CHROME, headers: { purpose: 'prefetch' } },
  {
    who: 'Firefox loading ahead',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:110.0) Gecko/20100101 Firefox/110.0',
    headers: { 'x-moz': 'prefetch' },
  },
  {
    who: 'Safari’s top sites',
    agent: `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
    headers: { 'x-purpose': 'preview' },
  },
  {
    who: 'a page that fetches',
    agent: CHROME,
    headers: { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
  },
  {
    who: 'a page that shows it as an image',
    agent: CHROME,
    headers: { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
  },
]
