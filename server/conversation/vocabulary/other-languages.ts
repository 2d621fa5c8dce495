// Opt-outs in the languages that Australian brokers write most often besides English: beginnings of words, in lower
// case. A negation and a contact, with no more than the words of `between` between them, are an opt-out.

export interface OtherLanguage {
  language: string
  no: string
  contact: string
  /** Words between negation and contact. */
  between?: string
  /** Written without spaces between words. */
  isUnspaced?: boolean
  /** The negation follows the contact. */
  isNoLast?: boolean
  /** Opt-outs of their own. */
  alone?: string
  /** Limits a refusal to a time, so that it is no opt-out. */
  limits?: string
}

export const otherLanguages: readonly OtherLanguage[] = [
  {
    language: 'Chinese',
    isUnspaced: true,
    no: '不要|别|別|勿|唔好|唔要|不想|不需要|停止|拒绝|拒絕|禁止|唔想',
    between:
      '再|给我|給我|我|收到|接到|接收|接聽|接听|向我|对我|對我|你们|你們|的|任何|这些|這些|这种|通过|用|继续|繼續|我的|畀我|俾我|同我|發|发|传|傳|送|打|用电话|用電話|其他|多',
    contact:
      '打|电话|電話|来电|來電|致电|致電|发|發|传|傳|短信|短訊|簡訊|简讯|信息|訊息|讯息|消息|联系|聯繫|联络|聯絡|骚扰|騷擾|打扰|打擾|打嚟|推销|推銷|广告|廣告|推送|call|sms',
    alone:
      '退订|退訂|取消订阅|取消訂閱|(?:删除|刪除|移除|删掉|刪掉).{0,6}(?:号码|號碼|电话|電話|资料|資料|信息|名单|名單)|从名单|從名單|黑名单|黑名單|^(?:停|停止|取消)$',
    limits: '现在|現在|今天|今日|上午|下午|晚上|早上|明天|这周|這週|周末|週末|开会|開會|之前|以前|点前|點前',
  },
  {
    language: 'Japanese',
    isUnspaced: true,
    isNoLast: true,
    contact: '電話|連絡|メール|メッセージ|送信|配信|送ら|かけ|sms',
    between: 'を|し|て|は|もう|二度と|こ|来|ない|送|くる|の|この|に|で|が|も',
    no: 'やめて|しないで|止めて|停止|不要|拒否|こないで|かけないで|ください|お断り|いりません',
    alone: '配信停止|登録解除|解除して|やめてください|削除して',
    limits: '今日|今は|明日',
  },
  {
    language: 'Korean',
    isNoLast: true,
    contact: '전화|문자|연락|메시지|광고|메세지',
    between: '를|을|은|좀|더|이상|다시는|제발|그만|주지|걸지|보내지|하지|받고|싶지',
    no: '하지|그만|말|마|않|싫|거부|보내지|걸지|중단|사절',
    alone: '수신\\s?거부|구독\\s?취소|그만\\s?(?:하세요|보내|해)|삭제\\s?해',
    limits: '지금|오늘|내일',
  },
  {
    language: 'Vietnamese',
    no: 'đừng|dừng|ngừng|không|dung|ngung|khong|thôi|chấm dứt|cấm|miễn',
    between:
      'có|bao giờ|được|nên|muốn|nhận|thêm|việc|cần|cho|tôi|em|anh|chị|phép|lại|bao|gio|muon|nhan|các|những|bất|kỳ|cuộc|làm',
    contact:
      'gọi|nhắn|liên lạc|liên hệ|gửi|làm phiền|phiền|tin nhắn|quảng cáo|điện|goi|nhan tin|lien lac|gui|tin',
    alone:
      '^dừng(?:\\slại)?$|(?:hủy|huỷ|huy)\\s(?:đăng|dang)\\s(?:ký|ky)|từ\\schối|xóa\\s(?:số|tên|tôi)|xoá\\s(?:số|tên|tôi)|xoa\\sso',
    limits: 'bây giờ|hôm nay|lúc này|ngày mai|sáng|chiều|tối|buổi|cuối tuần|trước',
  },
  {
    language: 'Filipino',
    no: 'huwag|wag|tigilan|itigil|tigil|ihinto|hinto|ayaw|ayoko',
    between:
      'na|ninyo|niyo|nyo|mo|kayo|kayong|po|ako|akong|ko|ang|ng|sa|pa|muli|ulit|kang|pong|makatanggap|mag|i|yung|inyong',
    contact:
      'tawag|text|tumawag|tawagan|kontak|tawagin|mensahe|abala|istorbo|send|padala|message|magtext|itext|call',
    alone: '^(?:tigil|itigil)|tanggalin|alisin|burahin',
    limits: 'ngayon|mamaya|bukas',
  },
  {
    language: 'Indonesian and Malay',
    no: 'jangan|berhenti|tidak mau|tak mahu|hentikan|usah',
    between: 'pernah|lagi|saya|coba|menerima|untuk|ingin|nak',
    contact:
      'hubung|telepon|telpon|telefon|sms|kirim|menghubungi|menelepon|call|ganggu|mengirim|hantar|pesan|mesej',
    alone: 'berhenti(?:kan)?|hapus\\s(?:nomor|data|no)|padam\\s(?:nombor|no)',
    limits: 'sekarang|hari ini|besok|nanti',
  },
  {
    language: 'Hindi, Punjabi and Nepali in Latin letters',
    isNoLast: true,
    contact: 'call|phone|fon|msg|message|messages|sms|contact|calls|pareshan|tang|phon',
    between:
      'mujhe|muje|mainu|ko|pe|par|se|kabhi|dobara|phir|fir|bhi|karna|aana|kar|ab|aur|please|plz|na|bhejna|bhejo|malai',
    no: '(?:mat|na|nahi|nahin|naa|band|bandh|nako|nagarnus|roko)(?![a-z])',
    alone:
      'mat\\s(?:karo|karna|kijiye|bhejo|kariye)|band\\s(?:karo|kar\\sdo|karein|kijiye)|number\\s(?:hata|nikal)|hata\\s?(?:do|dijiye)',
    limits: 'abhi|aaj|kal|hune|ajj',
  },
  {
    language: 'Hindi and Punjabi',
    isNoLast: true,
    contact: 'कॉल|काल|फोन|फ़ोन|मैसेज|मेसेज|संदेश|संपर्क|ਫੋਨ|ਫ਼ੋਨ|ਕਾਲ|ਮੈਸੇਜ|ਸੁਨੇਹ|तंग|परेशान',
    between: 'मुझे|को|पर|दोबारा|फिर|कभी|भी|करना|कर|ਮੈਨੂੰ|ਦੁਬਾਰਾ|ਕਦੇ|ਨੂੰ|ਤੇ|भेजना|करें',
    no: 'मत|ना|न|नहीं|बंद|बन्द|ਨਾ|ਬੰਦ|ਨਹੀਂ|ਮਤ',
    alone: 'बंद\\sकर|ਬੰਦ\\sਕਰ|हटा\\s?(?:दो|दें|दीजिए)|ਹਟਾ',
    limits: 'अभी|आज|कल|ਹੁਣ|ਅੱਜ',
  },
  {
    language: 'Arabic',
    no: 'لا|عدم|ما|كفى|كفاية|أوقف|اوقف|أوقفوا|اوقفوا|وقف|توقف|توقفوا|بلا',
    between: 'أريد|اريد|أرغب|تريد|في|عن|بعد|من|الآن|تعاود|تعاودوا|أن|ان|مرة|اي|أي|تلقي|استلام|بقى|عاد|على',
    contact:
      'تتصل|تتصلوا|ترسل|ترسلوا|تراسل|تراسلوني|الاتصال|اتصال|الرسائل|رسائل|الإرسال|ارسال|إرسال|مكالمات|المكالمات|تزعج|تكلم|تدق|تبعت|الازعاج|الإزعاج|اتصالات',
    alone:
      'لا\\s?ت(?:تصل|رسل|راسل|دق|بعت|زعج)|إلغاء\\s?الاشتراك|الغاء\\s?الاشتراك|توقف(?:وا)?|أوقف(?:وا)?|احذف|إحذف|امسح|ازل\\sرقم|أزل\\sرقم',
    limits: 'اليوم|غدا|الليلة|قبل|حاليا|هلق',
  },
  {
    language: 'Persian',
    contact: 'تماس|زنگ|پیام|پیامک',
    isNoLast: true,
    between: 'دیگر|دیگه|به|من|با|لطفا|را',
    no: 'نگیر|نزن|نده|نفرست|قطع|نمی\\S*',
    alone: 'لغو\\s?(?:اشتراک)?|ایقاف|حذف\\sکن',
    limits: 'الان|امروز|فردا',
  },
  {
    language: 'Greek',
    no: 'μη|μην|σταματ|σταμάτ|όχι|δεν|δε',
    between:
      'με|μου|μας|ξανα|θέλω|θελω|άλλα|αλλα|να|πια|άλλο|αλλο|πλέον|ποτέ|τα|τις|σας|επιθυμώ|λαμβάνω|δέχομαι|άλλες',
    contact:
      'ξανακαλ|καλ[εέ]|κάλ|καλ[ίι]|κλήσ|πάρ|παρ|παίρν|παιρν|τηλεφ|τηλέφ|στ[εέ][ίι]λ|στ[εέ]λν|ενοχλ|επικοινων|μηνύμα|μηνυμα|ξαναπάρ|ξαναστ',
    alone: 'σταματ[ήη]στε|διαγραφή|διαγρ[άα]ψτε|βγ[άα]λτε|σβ[ήη]στε',
    limits: 'τώρα|σήμερα|αύριο|τωρα|σημερα|πριν|το πρωί',
  },
  {
    language: 'Italian',
    no: 'non|basta|smett|fine|finite|niente|nessun',
    between:
      'mi|ci|più|piu|mai|voglio|vogliamo|desidero|di|ricevere|essere|con|queste|questi|altre|altri|le|i|la|e|a|vostre|dovete|telefonate|pubblicità|stare',
    contact: 'chiam|telefon|contatt|scriv|mand|disturb|richiam|messagg|sms|invi|cerc',
    alone:
      '^basta$|cancell\\w*\\s(?:\\w+\\s){0,2}(?:numero|dati|contatt|nominativ)|cancellatemi|disiscriv|tog(?:li|lie)\\w*\\s(?:\\w+\\s){0,3}(?:list|elenc|numer)|toglietemi|rimuov\\w*|lasciatemi\\s(?:in\\space|stare)',
    limits: 'adesso|ora|oggi|domani|stasera|prima|stamattina|questa settimana|weekend',
  },
  {
    language: 'Spanish',
    no: 'no|deje|dejen|paren|pare|nunca|basta|deja',
    between:
      'me|nos|vuelva|vuelvan|a|quiero|queremos|más|mas|de|recibir|deseo|con|esas|estas|las|los|sus|que|por favor|favor|por',
    contact: 'llam|contact|mand|escrib|env[ií]|molest|mensaj|comunic',
    alone:
      'dar(?:me)?\\sde\\sbaja|darse\\sde\\sbaja|^(?:baja|alto|parar|pare|cancelar)$|(?:elimin|borr|quit|saqu)\\w*\\s(?:\\w+\\s){0,3}(?:n[uú]mero|lista|datos)|b[oó]rren?me|qu[ií]ten?me',
    limits: 'ahora|hoy|mañana|esta semana|antes',
  },
  {
    language: 'Portuguese',
    no: 'n[aã]o|pare|parem|chega|nunca',
    between: 'me|nos|mais|de|quero|queremos|receber|volte|voltem|a|desejo|com|as|os',
    contact: 'lig|contact|contat|mand|envi|telefon|mensage|escrev|incomod|perturb',
    alone:
      '(?:retir|remov|apagu|exclu)\\w*\\s(?:\\w+\\s){0,2}(?:n[uú]mero|lista)|cancelar\\sinscri|descadastr',
    limits: 'agora|hoje|amanhã',
  },
  {
    language: 'French',
    no: 'ne|n|arr[êe]tez|cessez|plus|pas',
    between:
      'me|m|nous|veux|plus|de|d|pas|jamais|recevoir|souhaite|être|etre|les|vos|ces|mes|souhaitons|aucun|voulons|désire|l',
    contact: 'appel|contact|rappel|envoy|[ée]cri|t[ée]l[ée]phon|d[ée]rang|messag|sms|envoi|harcel|embêt',
    alone:
      '^arr[êe]t(?:ez)?$|d[ée]sabonn|d[ée]sinscri|(?:supprim|effac|retir|enlev)\\w*\\s(?:\\S+\\s){0,2}(?:num[ée]ro|liste|coordonn)|retirez\\s?moi|enlevez\\s?moi|laissez\\s(?:moi\\s)?tranquille',
    limits: 'maintenant|aujourd|demain|ce soir|avant|cette semaine',
  },
  {
    language: 'German',
    no: 'nicht|nie|keine|kein|schluss|niemals',
    between: 'mehr|wieder|noch|mal|einmal|weiteren|weitere|mit|diesen|den|ihren|sms|an',
    contact: 'anruf|anzuruf|schreib|kontaktier|nachricht|sms|werbung|belästig|stör|melden|kontakt|texten',
    alone:
      '(?:rufen|schreiben|kontaktieren|ruft|schreibt)\\s(?:sie\\s)?(?:mich|uns)\\s(?:bitte\\s)?(?:nicht|nie)(?:\\s(?:mehr|wieder|an))*|^(?:abmelden|abbestellen|austragen)$|(?:lösch|streich|entfern)\\w*\\s(?:\\w+\\s){0,3}(?:nummer|liste|daten)|lasst?\\s(?:mich|uns)\\sin\\sruhe|aufhören',
    limits: 'jetzt|heute|morgen|gerade|diese woche|vor',
  },
  {
    language: 'Dutch',
    no: 'niet|geen|nooit|stoppen',
    between: 'meer|met|weer|opnieuw|graag|te|me',
    contact: 'bel|contact|sms|bericht|storen|telefoon|app',
    alone: 'afmelden|uitschrijven|verwijder\\w*\\s(?:\\w+\\s){0,2}nummer',
    limits: 'nu|vandaag|morgen',
  },
  {
    language: 'Turkish',
    isNoLast: true,
    contact: 'ara|mesaj|sms|telefon',
    between: 'beni|bir|daha|lütfen|artık|atma|gönderme|tekrar|bana',
    no: 'atmay|aramay|gönderme|istemiyorum|durdur|etmey|aramasın|yapmay',
    alone: 'aramay[ıi]n|^iptal|sil(?:in|iniz)|listeden\\sç[ıi]kar',
    limits: 'şimdi|bugün|yarın|şu an',
  },
  {
    language: 'Serbian and Croatian',
    no: 'ne|nemojte|prestanite|nemoj|više ne',
    between: 'me|mi|više|vise|da|sa|nas|ponovo|želim|zelim|nikad|slati',
    contact: 'zovi|zvat|zvati|šalj|salj|slat|kontakt|poruk|javlj|uznemir|pozive|nazivat|nazivaj|piš',
    alone: 'odjav|(?:izbriš|obriš|izbris|obris)\\w*\\s(?:\\w+\\s){0,2}broj',
    limits: 'sada|danas|sutra|sad',
  },
  {
    language: 'Russian',
    no: 'не|хватит|прекратите|перестаньте|больше не',
    between: 'мне|меня|больше|надо|нужно|хочу|нам|никогда|сюда|получать|ваши|этот|номер|на',
    contact: 'звон|пиш|писать|беспоко|присыл|контакт|сообщ|смс|тревож',
    alone: '^стоп$|отпис|(?:удалите|уберите|вычеркните)\\s',
    limits: 'сейчас|сегодня|завтра|утром',
  },
]
