// Separates the words of a person from additions of their phone or mailbox: reactions, quotations, automatic replies.

const OPEN = '[“„"«「『‹‟]'
const ITEM =
  '(?:an? |the |your )?(?:image|photo|picture|video|movie|audio message|voice message|attachment|contact|location|sticker|link|message|item|file|gif|memoji|animation)\\b'
const EMOJI =
  '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\p{Regional_Indicator}|\\uFE0F|\\u200D|\\u20E3|[!?‼⁉♥❤])+'
/** A word or two that a phone puts before the message to which its owner reacts. */
const REACTIONS: readonly RegExp[] = [
  new RegExp(
    `^(?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|hearted|thumbed up|reacted to|a aimé|a adoré|a ri de|n’a pas aimé|n'a pas aimé|a souligné|a mis en évidence|s’est interrogé sur|le gustó|le encantó|no le gustó|se rió de|enfatizó|cuestionó|piaciuto|apprezzato|adorato|ha riso per|ha riso di|non piace|enfatizzato|ha enfatizzato|gostou de|não gostou de|amou|adorou|riu de|enfatizou|đã thích|đã yêu thích|đã cười|đã nhấn mạnh|αρέσει|αγάπησε)\\s*(?:${OPEN}|${ITEM}\\s*$)`,
    'iu',
  ),
  new RegExp(
    `^(?:removed|removes) (?:an? |the |their )?(?:like|heart|love|laugh|dislike|exclamation(?: marks?| points?)?|question marks?|reaction|emphasis|thumbs (?:up|down)|${EMOJI}|\\S+ reaction)(?: reaction)? from\\s`,
    'iu',
  ),
  new RegExp(
    `^(?:reacted|reagierte|a réagi|reaccionó|ha reagito|reagiu)(?: with| mit| avec| con| com)?\\s*${EMOJI}\\s*(?:to|auf|à|a|al|em)?\\s*(?:${OPEN}|${ITEM}|$)`,
    'iu',
  ),
  new RegExp(`^${EMOJI}\\s*(?:to|on|für|zu|pour|para|per|a)?\\s*(?:${OPEN}|${ITEM}\\s*$)`, 'iu'),
  /^(?:赞了|喜欢了?|爱心|大笑|强调了?|质疑了?|踩了?|回应了?|點讚|喜歡|對|对)\s*[“「『"]/u,
  /[”」』"]\s*(?:に.{0,12}(?:しました|ました)|에 .{0,14}|을\(를\) .{0,12}|표시.{0,8})$/u,
  /^hat [„“"].*[“”"] (?:mit|als) .*(?:markiert|hervorgehoben|versehen)/iu,
  /^vindt [“„"'].*[”"'] (?:leuk|geweldig|grappig|niet leuk)/iu,
]

const strip = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2000-\u200A\u202F\u00A0]/g, ' ')
    .trim()

export function isReaction(body: string): boolean {
  const text = strip(body)
  return REACTIONS.some((reaction) => reaction.test(text))
}

const QUOTE = /[“„«「『‟]([^”“»」』]*)(?:[”“»」』]|$)|"([^"]*)(?:"|$)/gu
/** Lines that a mailbox puts before the message that it quotes. */
const QUOTE_HEADER =
  /^\s*(?:on .{4,80} wrote:|-{2,} ?(?:original|forwarded) message.*|from: .*|le .{4,60} a écrit :)\s*$/iu

/** Splits a message into own words and quotations of four words or more. */
export function splitQuotes(body: string): { own: string; quoted: string[] } {
  const quoted: string[] = []
  const lines = body.split(/\r?\n/)
  const header = lines.findIndex((line) => QUOTE_HEADER.test(line))
  const kept = (header > 0 ? lines.slice(0, header) : lines).filter((line) => {
    const isQuote = /^\s*(?:>|\|)\s?\S/.test(line)
    if (isQuote) quoted.push(line)
    return !isQuote
  })
  const own = kept.join('\n').replaceAll(QUOTE, (whole, curly?: string, straight?: string) => {
    const inner = curly ?? straight ?? ''
    if (inner.trim().split(/\s+/).length < 4) return whole
    quoted.push(inner)
    return ' '
  })
  return { own, quoted }
}

/** Our own footer in a quotation, also where the phone cut it. */
export function isOurs(quotation: string): boolean {
  return /\breply\s+stop\b|\bstop to opt\b|\bopt out\.?\s*…?$/i.test(quotation)
}

const AUTOMATIC = new RegExp(
  [
    'out of (?:the )?office|auto(?:matic|mated)?[ -]?(?:reply|response|responder|message|text)|this is an automat\\w+|\\bautoreply\\b',
    "\\bon (?:annual |maternity |paternity |parental |sick |long service |personal )?(?:leave|holidays?|vacation)\\b|currently (?:away|overseas|out|unavailable|on)\\b|\\bi(?: a|’|')m away\\b|back (?:in the office )?on (?:mon|tue|wed|thu|fri|\\d)",
    "(?:not|isn't|never) (?:regularly )?monitored|unmonitored|no[- ]?reply|(?:do not|don'?t) reply to this|unattended (?:mailbox|number)",
    'thanks? (?:you )?for (?:contacting|your (?:message|text|enquiry|sms|email|call)|texting|reaching out|getting in touch|messaging)|(?:received|got) your (?:message|text|enquiry|sms)|get back to you (?:as soon|within|shortly|when)|(?:business|office|opening|trading) hours',
    "(?:i(?: a|’|')m )?driving (?:right now|with|and can|at the moment)|driving mode|while driving|focus (?:turned|is) on|notifications (?:are )?(?:silenced|turned off)|not receiving notifications|do not disturb (?:is )?on|can(?:’|')?t talk right now",
    '(?:message|sms|text|delivery)[^.]{0,30}(?:not (?:be )?(?:delivered|sent)|fail(?:ed|ure)|undeliver\\w+|blocked|rejected)|undeliverable|message blocking|free ?msg|invalid (?:number|destination)|not in service|unable to (?:send|deliver|receive)|does not (?:accept|receive) (?:sms|text)|mailbox (?:is )?full|number (?:you (?:have )?)?(?:texted|dialled|called)',
    '\\bchat ?bot\\b|\\bbot\\.|virtual assistant|reply (?:with )?\\d (?:for|to)|type \\d (?:for|to)|terms (?:and conditions )?apply|newsletter|view (?:in|this) (?:browser|email)',
  ].join('|'),
  'i',
)

export function isAutomatic(text: string): boolean {
  return AUTOMATIC.test(text.replaceAll('’', "'"))
}
