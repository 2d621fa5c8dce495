// Opt-outs in the languages that Australian brokers write most often besides English.

import { folded } from '../text/fold.ts'

/** Parts of words, in lower case and NFKC. */
const phrases = [
  // Chinese
  '退订|退訂|取消订阅|取消訂閱|停止(?:发送|發送|短信|联系|聯繫|来电)?$|(?:不要|别|別|勿)再?(?:给我|給我)?(?:再)?(?:打|发|發|联系|聯繫|致电|來電|打扰|打擾|骚扰|騷擾)|不想再?(?:收到|接到)',
  // Japanese, Korean
  '配信停止|(?:電話|連絡|メール|送信).{0,6}(?:やめて|しないで|止めて)|やめてください|수신\\s?거부|(?:전화|문자|연락).{0,6}(?:하지\\s?마|그만)|그만\\s?(?:하세요|보내)',
  // Vietnamese, Filipino, Indonesian
  '(?:đừng|dừng|ngừng|không)\\s(?:có\\s)?(?:gọi|nhắn|liên lạc|gửi|làm phiền)|(?:hủy|huỷ)\\sđăng\\ský|từ\\schối\\snhận|huwag\\s(?:na\\s)?(?:ninyo\\s|nyo\\s|mo\\s|kayong?\\s)?(?:akong?\\s)?(?:tumawag|tawagan|mag\\s?text|i\\s?text|kontakin)|itigil|jangan\\s(?:hubungi|telepon|telpon|sms|kirim)|berhenti(?:kan)?',
  // Hindi and Punjabi, in Latin letters too
  '(?:call|phone|msg|message|sms|contact|fon)\\s(?:\\S+\\s)?(?:mat|na|nahi|naa)\\s(?:kar|karo|karna|karen|kariye|bhej\\S*|karein|kariyo)|mat\\s(?:karo|karna|kijiye|bhejo)|band\\s(?:karo|kar\\sdo|karein)|(?:कॉल|फोन|फ़ोन|मैसेज|संदेश|संपर्क).{0,12}(?:मत|ना\\s|न\\sकर|नहीं|बंद)|बंद\\sकर|ਫੋਨ.{0,10}ਨਾ|ਕਾਲ.{0,10}(?:ਨਾ|ਬੰਦ)|ਬੰਦ\\sਕਰ',
  // Arabic, Persian
  'لا\\s?ت(?:تصل|رسل|راسل)\\S*|إلغاء\\s?الاشتراك|الغاء\\s?الاشتراك|توقف(?:وا)?|أوقف(?:وا)?|ایقاف|تماس\\sنگیرید|زنگ\\sنزنید|پیام\\sندهید|لغو\\sاشتراک',
  // Greek, Italian, Spanish, Portuguese
  'μη?ν?\\s(?:με\\s|μου\\s)?(?:ξανα)?(?:καλ[εέ]σ|καλε[ίι]τε|καλειτε|πάρ|παρ|τηλεφων|στ[εέ][ίι]λ|στ[εέ]λν|ενοχλ|παίρν|παιρν|επικοινων)|σταματ[ήη]στε|διαγραφή|non\\s(?:mi\\s|ci\\s)?(?:pi[uù]\\s)?(?:chiam|telefon|contatt|scriv|mand|disturb)|(?:smettete|smettila|basta)\\s|^basta$|cancellatemi|disiscriv|cancella\\w*\\sil\\smio\\snumero|no\\s(?:me|nos)\\s(?:vuelva[ns]?\\sa\\s)?(?:llam|contact|mand|escrib|envi|moleste)|dejen?\\sde\\s(?:llamar|escribir|mandar|enviar|molestar)|dar(?:me)?\\sde\\sbaja|darse\\sde\\sbaja|^(?:baja|alto|parar|pare|cancelar)$|n[aã]o\\s(?:me\\s)?(?:ligue|contact|mande|envie|telefone)|par(?:e|em)\\sde\\s(?:ligar|mandar|enviar)',
  // French, German, Dutch, Turkish, Serbian and Croatian, Russian
  '^arr[êe]t(?:ez)?$|ne\\s(?:me|nous|m|n)\\s?(?:appelez|contactez|rappelez|envoyez|écrivez|ecrivez|téléphonez|dérangez)|arr[êe]tez\\s(?:de|les|vos)|d[ée]sabonn|d[ée]sinscri|(?:nicht|nie)\\s(?:mehr\\s|wieder\\s)?(?:anrufen|schreiben|kontaktieren|anzurufen)|(?:rufen|schreiben|kontaktieren)\\ssie\\s(?:mich|uns)\\snicht|^(?:abmelden|abbestellen)$|keine\\s(?:anrufe|sms|nachrichten)\\smehr|niet\\smeer\\s(?:bellen|contact|sms)|afmelden|uitschrijven|beni\\saramay|aramay[ıi]n|mesaj\\satmay|^iptal$|ne\\szovite|nemojte\\s(?:me\\s)?(?:više\\s)?(?:zvati|zvat)|не\\s(?:звоните|пишите|беспокойте|звони|присылайте|беспокоить)|^стоп$|отпис',
]
const PHRASE = new RegExp(phrases.join('|'), 'u')

/** True for a request in another language not to be called or texted. */
export function asksInOtherLanguage(text: string): boolean {
  const plain = folded(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return PHRASE.test(plain)
}
