// Vocabulary of opt-outs: patterns over lower-case words, with ' | ' between clauses.

const CONTACT =
  '(?:text|message|sms|call|ring|phone|contact|email|mail|dial|bother|disturb|hassle|harass|pester|annoy|spam|bug|approach|solicit|telephone|cold call|reach out to|get in touch(?: with)?|send)'
const CONTACTED =
  '(?:called|texted|messaged|rung|rang|phoned|contacted|emailed|dialled|bothered|disturbed|hassled|harassed|pestered|annoyed|spammed|approached|solicited|telephoned|cold called)'
const CONTACTING =
  '(?:calling|callin|texting|messaging|smsing|ringing|phoning|contacting|emailing|dialling|dialing|bothering|disturbing|hassling|harassing|pestering|annoying|spamming|bugging|sending|soliciting|telephoning|robocalling|receiving|getting|cold calling|blowing up)'
const OURS =
  '(?:(?:text |sms |phone |voice )?(?:texts|messages|smses|sms|calls|alerts|notifications|communications?|marketing|spam|robocalls|contact|ads|promos|promotions|offers|junk|solicitations?|mailings?|campaigns?)(?! (?:link|code|confirmation|reminder|recorded|to be recorded)))'
/** Words between a verb and its object: 'stop all of these bloody calls'. */
const FILLER =
  '(?:(?:all|the|these|this|those|that|your|of|any|more|further|future|such|with|by|bloody|damn|fucking|effing|stupid|annoying|constant|endless|marketing|sales|cold|phone|text|sms|automated|ai|robo|robot|recorded|unsolicited|unwanted|promotional|advertising|me|us|to|kind|sort|please|just|having|random|daily|lender) )*'
const NOT = '(?:dont|never|no longer|not to|please not|you not|you please not)'
const OBJECT =
  '(?:me|us|my|our|number|phone|mobile|line|this|that|here|again|any more|anymore|any longer|ever|back|please|no more|at all|him|her|them|these people|you lot|mate|guys|stuff|things|anything|any|messages|texts|sms|spam|thanks|more|now or ever|on|in future|in the future|from now on|from this day|after this|else|either|unsolicited|further|cheers|regarding this|about this|or|and|with|your|offers|marketing)'
const DAY =
  '(?:mon|tues?|wed|wednes|thur?s?|fri|sat|satur|sun)(?:days?|s)?|weekends?|weekdays?|mornings?|afternoons?|evenings?|arvos?|nights?'
/** A period without calls: the person accepts calls at other times. */
const WHEN = `(?:(?:just |right |quite |so |too |that |only |maybe )?(?:before|until|till|til|unti|today|tonight|tomorrow|tmrw|yet|between|while|whilst|during|when|whenever|early|late|later|now(?! or)|at the moment|for now|for the (?:moment|time being|next|rest)|for (?:a|an|another|\\d+|one|two|three|a few|a couple) |(?:this|next|the whole|all) (?:\\w+ )?(?:time|week|month|quarter|year|arvo|${DAY})|on (?:a |the )?(?:${DAY}|public|holidays?|leave)|on (?!this|my|our|any|it|the|that)\\w+days?|in (?:the )?(?:${DAY}|january|december|school|business|working)|over (?:the )?(?:christmas|xmas|easter|weekend|holidays?|lunch|break)|at (?:lunch|night|noon|dinner|midday|this (?:time|hour|moment)|\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|after (?!this|today|now|all)\\w+|past \\w+|from (?:\\d+|noon|midday|next|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|june|july|aug|sep|oct|nov|dec|one|two|three|four|five|six|seven|eight|nine|ten)\\w*|outside|${DAY}|first thing|straight away|right away)(?= ))`
const NUMBER =
  '(?:(?:phone |mobile |cell |contact |telephone |personal )?(?:number|numbers|no|name|details|information|info|data|contacts?|phone|mobile|record|records|email|line))'
const LIST =
  '(?:\\w+ ){0,3}(?:list|lists|database|data base|databases|crm|system|systems|records|register|files?|mailing|distribution|campaigns?)'
const REMOVE =
  '(?:remove|delete|erase|scrub|wipe|unlist|deregister|unregister|delist|exclude|blacklist|blocklist|unsubscribe|deactivate|withdraw|block|bar|ban|suppress)'

const parts: Readonly<Record<string, string>> = {
  ...{ CONTACT, CONTACTED, CONTACTING, OURS, FILLER, NOT, OBJECT, WHEN, NUMBER, LIST, REMOVE },
  /** The end of a clause. */
  END: '(?=\\||$)',
  KEYWORD: '(?:stop|opt out|opting out|opted out|optout|unsubscribe|unsubscribed|unsub)',
}

/** @param source words and names of parts, matched between spaces */
const pattern = (source: string): RegExp =>
  new RegExp(
    `(?<= )(?:${source.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')})(?:(?= )|(?<= ))`,
    'g',
  )

/** Opt-outs that contain words of the innocent patterns. */
export const firm: readonly RegExp[] = [
  '(?:make|want|need|wish|get|would like) (?:it|this|them|these|that|you|all this|you lot|you people|(?:the|these|those|your) {OURS}) (?:to )?(?:stop|end|cease|finish)(?! (?:by|at|over|the))',
  '(?:if|unless|until) (?:you|u|this|it|they|these calls) (?:dont|doesnt|wont|do not) stop',
  'why (?:dont|cant|wont|wouldnt) (?:you|u) (?:\\w+ ){0,2}stop',
  '(?:cant|wont|couldnt) (?:you|u) (?:\\w+ ){0,2}stop {CONTACTING}',
  'how (?:do|can|could|would|did|to) (?:i |we |you |one )?(?:make (?:it|this|you|them) )?(?:stop(?! (?:the |this |a )?(?:record|by|in|at|for|my|payment))|unsubscribe|opt out|get off|get removed|be removed|end (?:these|this)|get out of (?:this|these|your))',
  'put (?:a stop|an end) to (?:this|these|the|your|all)',
  'this (?:must|has to|needs to|should|is to|better) (?:stop|end|cease)',
  '(?:never|nor) want to hear from',
].map(pattern)

/** Words of opt-outs in other senses; removed before reading. Order matters: the longer first. */
export const innocent: readonly RegExp[] = [
  // a meeting, a loudspeaker, a recording
  '(?:remove|take|delete|get|drop|pull) (?:me|us) (?:from|off|out of) (?:the |that |this |my |our |your )?(?:\\w+ )?(?:\\d+\\w*|\\d* ?[ap]m|meeting|booking|calendar|slot|appointment|invite|speaker|speakerphone|loudspeaker|hold|mute|panel|event|webinar|course|(?:mon|tues|wednes|thurs|fri|satur|sun)day\\w*)',
  'stop(?:ped|s)? (?:with )?(?:the |this |that |your |my |being |it |all )?(?:record(?!ed)\\w*|recorded(?! (?:message|call|voice))|taping|tape|recorder)',
  'opt(?:ing|ed)?(?: me)? out of (?:the |being |this |having )?(?:record\\w*|meeting|webinar|appointment)',
  '(?:dont|do nt|not|no) (?:\\w+ ){0,2}consent (?:to|for) (?:the |being |be |having )?record\\w*',
  '(?:dont|never|not|no need to) bother (?:with|about|sending|booking|going|doing|organising|arranging|setting)(?! (?:any )?more (?:calls|texts))',
  '(?:dont|do not|not|no|never) (?:\\w+ ){0,2}(?:permission|consent|authority|allow\\w*|okay) (?:\\w+ ){0,2}(?:record\\w*|tape|taping|be recorded|being recorded)',
  // a place, a pause
  '(?:before|when|until) (?:i|we|you) stop',
  '(?:bus|tram|train|full|pit|next|last|first|rest|truck|one|non|door|back|short|gap|whistle|tram|petrol|fuel|a|the|my|our|any|every|your|same|each) stops?(?! to (?:these|all|your|the calls))',
  'stop (?:by|over|past|off|in(?! future)|at(?! once)|near|outside|there|for(?! (?:good|ever|fuck|christ|god|the love))|to (?:think|eat|talk|chat|pick|get|consider|look|read|grab|say|see)|and (?:repeat|think|chat|talk|look|consider|get|grab|see|say|have)|press|loss|gap|watch|start|light|sign|the (?:car|clock|presses|bleeding|meeting|application|payment|process|show|video|music|press|train|bus)|you there|me if)',
  '(?:stop )+(?:\\| )?(?:go back|hang on|wait|hold on|i cant hear|what was|let me|one (?:sec|second|moment|minute)|just a|a (?:sec|minute|moment)|repeat|say that|ill take|i will take|id take|i want to take|slow down|back up|sorry|excuse me)',
  'stop (?!(?:{CONTACTING}|using|wasting|selling|giving|doing|trying|advertising|marketing|sharing|being|something|anything|everything|nothing|morning|evening) )\\w+ing',
  '(?:when|where|what time) (?:\\w+ )+stop {END}',
  // 'don't stop', 'I never said stop'
  '(?:i |we )(?:am |was |were |have |had |im |ive )?(?:not |never |didnt |dont |wasnt )(?:say|said|saying|mean|meant|ask|asked|asking|telling) (?:you |for you |to |that |it )*(?:{KEYWORD}|dont {CONTACT}(?: me)?)(?: {CONTACTING})?(?: me| us)?',
  'not (?:dont|never|to never) {CONTACT}(?: me| us)?(?: at all| again| ever)?',
  '(?:dont|never|cant|cannot|can not|wont|will not|didnt|did not|couldnt|wouldnt|shouldnt|havent|doesnt|not) (?:(?:you|ever|to|want|wanna|need|have|going|plan|planning|wish|like|mean|please|ask|asking|seem|be|let|me|us|him|her|it|them|this|even|just) )*(?:{KEYWORD}|removed|deleted)(?: {CONTACTING}(?: me| us)?)?',
  '(?<!why )(?:dont|never|not) (?:please |want to be |be |to )?(?:remove|removed|delete|deleted|take|taken|unsubscribe|unsubscribed|opt|opted) (?:me |us |my \\w+ )?(?:off|out|from)?(?: (?:of )?(?:your|the|this) (?:\\w+ )?list)?',
  'no (?:need|reason|plans?|intention) to (?:stop|unsubscribe|opt out|{CONTACT})',
  '(?:should|shall|can|do|did|will|must|may|might|would|could) (?:i|we) (?:\\w+ )?(?:stop|quit)(?! {FILLER}{OURS})(?: {CONTACTING})?',
  '(?<!(?:how do|how can|want to|need to|like to) )(?:i|we|ill|well|theyll|hell|shell|he|she|they|wed|id) (?:(?:will|would|have|has|had|to|must|should|may|might|can|could|just|only|never|cant|always|usually|often|almost|nearly|finally|also|not|all) )*(?:stop|stopped|stops|quit)(?! {FILLER}(?:{OURS}|receiving|getting))(?: {CONTACTING})?',
  // conditions and instructions
  '(?:before|if|when|once|unless|after|should|does|do|will|can|what if) (?:i|we|you) (?:\\w+ ){0,2}(?:press|text|reply|say|send|type|write|hit|said|choose|pick)(?: with)? (?:four|4|stop|unsubscribe)',
  '(?:to|if you (?:\\w+ ){0,4}) ?(?:stop|end|opt out|unsubscribe|cancel|be removed|be taken off|leave)(?: (?!me |us )\\w+){0,7} (?:\\| )?(?:reply|text|send|click|press|visit|go to|email|see|use|tap|respond|type)(?: (?:with|back|the|the word))*(?: (?:stop|unsubscribe|opt out|optout|out))?(?: (?:on|at) (?:our|the) \\w+)?',
  '(?:reply|text|send|respond|answer|type|sms|write|press)(?: back)?(?: with)? (?:stop|unsubscribe|optout|opt out) (?:to|if|for|at any time|or)(?: (?:opt out|unsubscribe|end|cancel|stop|be removed|\\d+|help|info|leave))*',
  '(?:click|tap|press|hit|use|via|see|visit) (?:\\w+ ){0,3}(?:unsubscribe|opt out|optout)(?: \\w+){0,3}',
  '(?:unsubscribe|opt out|optout) (?:\\| )*(?:here|link|at http|below|page|button|http\\w*|www)',
  '(?:our|the|your|my|an|a) (?:unsubscribe|opt out|optout) (?:link|button|page|form|rate|option|feature|process)',
  '(?:the|word|with|keyword) unsubscribe',
  // 'the calls don't bother me'
  '(?:calls?|texts?|messages|it|this|that|they|you) (?:really )?(?:dont|doesnt|arent|isnt|never) (?:really )?(?:bother|bothering|annoy|annoying|disturb|disturbing|hassle|worry) (?:me|us)',
  // a time, a promise to call, a name, a habit
  '(?:{NOT}|dont want (?:you |anyone |anybody )?(?:to )?(?:be )?|prefer (?:you )?(?:not|didnt) (?:to )?(?:be )?|not to be|not be|rather not (?:be )?|rather you didnt) ?(?:(?:ever|please|be|keep|try to|want to|being) )*(?:{CONTACT}|{CONTACTED}|{CONTACTING}) (?:(?:me|us|back|again|here|my|this|on|the|number|phone|mobile|office|please|anything|any more|more|it|at work|at home) ){0,4}{WHEN}(?: or)?(?: \\w+)?',
  '(?:dont want|no more|no|not) {FILLER}{OURS} (?:please )?{WHEN}',
  '(?:dont|never) {CONTACT} (?:me |us )?(?:sir|maam|madam|mr|mrs|ms|miss|by|names|darling|love|that|it|collect)(?! number)',
  '(?:i|we|they|he|she|people|brokers) (?:dont|never|rarely|hardly ever) (?:even |usually |normally |really )?{CONTACT}(?! me| us)',
].map(pattern)

/** 'Don't call back, I'll ring you' */
export const promisesToCall = pattern(
  '(?:ill|i will|i shall|we will|well|we ll|im going to|let me|i can|i am going to|ill just) (?:\\w+ )?(?:call|ring|phone|text|message|get back|be in touch|reach out|contact|let you)',
)
export const notBack = pattern('{NOT} (?:please )?(?:{CONTACT}|bother calling) (?:me |us )?(?:back|again)?')

/** 'Don't call, text me' and partial refusals: it is unclear what they refuse. */
export const partial: readonly RegExp[] = [
  '(?:just|only|please|rather) (?:text|sms|email|message)(?: me)? (?:\\| )?(?:(?:only|but|and|please|just) )*(?:{NOT}|no) (?:{CONTACT}|calls)',
  '(?:no|no more) (?:phone )?calls (?:please )?(?:\\| )?(?:(?:just|only|but|please) )*(?:texts?|sms|emails?)',
  '(?:{NOT}|no need to|not) (?:please )?{CONTACT} (?:(?:me|us|my number|this number|on this number|here|again|please) )*(?:\\| )?(?:(?:just|but|please|rather|only|instead|you can|can you|better|and) )*(?:text|sms|email|message|mail|write|call|ring|send|whatsapp|book|arrange|set up|organise)(?! (?:me |us )?again| or| and)',
  '{NOT} {CONTACT} (?:me |us )?(?:about|regarding|unless|if|at work|at home|twice|every|so|more than|on my work|on my mobile|on the mobile|on the landline|during|because)',
  '(?:did|have|am|was|were|are|is) (?:i|we) (?:\\w+ )?(?:opt|opted|unsub|unsubscribed|removed|stopped)(?: out)?',
  '(?:stop|unsubscribe|opt out|{CONTACTING}) (?:was|is|were) (?:a |an |my |by |in )?(?:mistake|accident|error|sent by mistake)',
  '(?:stop|unsubscribed?|opt out|opted out) (?:by|in) (?:mistake|accident|error)',
  '(?:accidentally|mistakenly) (?:\\w+ )?(?:stop|stopped|unsubscribed?|opt out|opted out)',
  '(?:ignore|disregard|cancel|undo) (?:my|the|that|this)(?: last| previous)? (?:stop|unsubscribe|opt out)',
  '(?:stop|no more|dont want|unsubscribe from) {FILLER}(?:emails?|e mails?|newsletters?|mail)',
].map(pattern)

/** Retractions after an opt-out. */
export const retraction = pattern(
  '(?:scratch that|i take (?:that|it) back|only joking|just kidding|im (?:only |just )?(?:kidding|joking)|only kidding|just joking|changed my mind|on second thoughts?|actually no|no wait|wait no|never mind|nah jokes)',
)

const keyword =
  '(?:stop|stop all|stopall|unsubscribe|unsubscribe all|unsub|optout|opt out|arret|stop stop|stop stop stop)'

/** Clear opt-outs. */
export const clear: readonly RegExp[] = [
  '(?:stop|quit|cease|discontinue|desist from|refrain from|give up|halt|end|stop it with|knock off|knock it off with|no more|enough) {FILLER}(?:{CONTACTING}|{OURS})',
  '(?:quit|stop|knock) it (?:off )?with {FILLER}(?:{CONTACTING}|{OURS})',
  'mind not {CONTACTING}',
  'if you (?:(?:could|would|can|please|just) )*(?:stop|stopped) {CONTACTING}',
  'get rid of (?:my|this|our) {NUMBER}',
  '(?<=\\| )(?:please )?(?:remove|delete) (?:please |thanks )?(?=\\| $)',
  '(?:cancel|terminate|switch off|turn off|disable) {FILLER}(?:{OURS}|subscription|my subscription)',
  'stop (?:doing )?(?:this|that|it|these|immediately|asap|now|right now|already|forever|for good|at once|please|thanks|all|everything)(?: please| now| thanks| rubbish| nonsense| crap| shit| bullshit| mate| all)* {END}',
  '(?:please|just|you to|it to|this to|them to|can you|could you|would you|will you|can u|i said|you should|you must|you need to|you have to|must|has to|need to|needs to|kindly|got to|gotta|better) (?:please |just |all )?stop {END}',
  '{NOT} (?:(?:ever|please|be|keep|you|dare|even|try to|bloody|fucking|bother|under any circumstances|under no circumstances|just|simply) )*(?:{CONTACT}|{CONTACTED}|{CONTACTING}) (?:{OBJECT}|\\||$)',
  '{NOT} (?:ever |please )?{CONTACT} {END}',
  '(?:tell|telling|told|ask|asking|asked|asks|asking|request|requested|wish|wishes|prefer|prefers|want|wants|like|would like) (?:\\w+ )?not to (?:be )?(?:ever )?(?:{CONTACT}|{CONTACTED})',
  '(?:rather|prefer) (?:you )?(?:not|didnt|did not|never|dont) (?:to )?(?:be )?(?:{CONTACT}|{CONTACTED}|receive|get|hear from)',
  '{CONTACT} (?:me |us )?(?:back )?never',
  'never (?:ever )?(?:again {END}|{CONTACT} (?:{OBJECT}|{END})|(?:rings|calls|texts|contacts|hears|hear)(?: \\w+){0,5} again)',
  '(?:dont|not|no longer|never|do not) (?:(?:want|wish|care|like|wanting|wishing|interested|in|longer|consent|agree|to|be|being|receive|have|get|hear|your|you|anyone|anybody|people|any|more|of|these|this|those|further|kind|such|the|bloody|fucking|stupid|marketing|sales|automated|recorded|phone|random|ever|from) )+(?:{CONTACTED}|{CONTACTING}|{OURS}|from (?:you|u|your|this|any)|{CONTACT} (?:me|us|my|this number|here|again|any))',
  '(?:dont|not|no longer|never) (?:want|wish|care|like|interested in) (?:to )?(?:hear|hearing) (?:any ?more |anything |again )?(?:from|of) (?:you|u|your|this|any)',
  '(?:dont|not|no longer|never) (?:want|wish|like) (?:to be |being |my number |my name |me )*on (?:your|this|the|any|ur) {LIST}',
  'dont need {FILLER}{OURS}',
  '(?:dont|never) want (?:you|anyone|anybody|you lot|you guys|you people) (?:to )?(?:ever |keep )?(?:{CONTACT}|{CONTACTING})',
  '(?:dont|never) send (?:me |us )?(?:any ?more|anything|texts|messages|sms|stuff|these|this|again|any)',
  'no more (?:{FILLER}(?:{OURS}|text|message|call|contact|{CONTACTING})|of (?:this|these|that|it|your|the)|please|thanks|from you|{END})',
  'no (?:more )?{FILLER}(?:{OURS}|text|call|calls) (?:please|thanks|ever|any more|anymore|at all|again|from you|to (?:me|this)|on this|to my|{END})',
  '{REMOVE} (?:please |just )?(?:me(?! (?:to|a|the) )|us|(?:my|our|this|the|that|his|her) {NUMBER}|number|this phone|this line|from {LIST}|name)',
  '(?:take|get|cross|strike|pull|scratch|drop|keep|leave|wipe|kick|knock|put) (?:me|us|my number|this number|our number|the number|my name|our name|my details|my phone|my mobile|him|her|it|this phone|number|numbers|that number|this one) (?:right |please |the hell |the fuck )?(?:off|out of (?:your|the|this|ur) {LIST}|from (?:your|the|this|ur) {LIST})',
  '(?:take|get|remove|delete|wipe|strike) off (?:\\w+ ){0,2}(?:list|database|records)',
  'off (?:of )?(?:your|ur|this|the|that|any|all) (?:\\w+ ){0,2}(?:list|lists|database|books|records)',
  'off list',
  '(?:to be|be|get|been|being|getting|having|have) (?:\\w+ )?(?:removed|taken off|deleted|unsubscribed|blacklisted|unlisted)(?! (?:from|off) (?:the )?(?:meeting|booking))',
  '(?:removed|deleted) from (?:your|ur|this|the) (?:\\w+ ){0,2}(?:list|lists|database|records|system)',
  '(?:lose|forget|burn|bin|shred|scrap|destroy|trash|delete|discard|dump|ditch|drop|erase|remove) (?:all )?(?:my|this|the|our|that|dis|me) (?:\\w+ )?{NUMBER}',
  'forget (?:you (?:have|had|ever had) )?(?:my|this) number',
  '(?:put|add|place|stick|have|list) (?:\\w+ ){0,3}(?:on|onto|in|to|as) (?:\\w+ )?(?:dont|do not|no|not to|never|dnc|blacklist) ?(?:call|contact|text|disturb|be called|list|register)?',
  'dont (?:call|contact|disturb) (?:register|registry|list|registered)',
  '(?:dnc|dncr)',
  '(?:opt|opting|opts|op)(?: (?:me|us|him|her|this number|my number))? out',
  '(?:already|have|i|ive|we|weve) (?:opted|opt) out',
  '(?:opt out|optout|unsubscribe|unsubscribing|unsub|unsubscribes|usub|unsubs|unsubscribed me)',
  '(?:withdraw|revoke|withdrew|revoked|withdrawing|revoking|cancel|rescind) (?:\\w+ ){0,3}(?:consent|permission|authorisation|authorization|approval)',
  '(?:dont|do not|no longer) (?:\\w+ )?(?:consent|permission|agree to be)',
  '(?:no|not have|dont have|havent got|without) (?:my |our |any )?(?:consent|permission)(?: to {CONTACT})?',
  'leave (?:me|us) (?:the hell |the fuck |the f )?(?:alone|be|in peace)',
  'want (?:it|this|these|them|(?:the|these|your) calls) to (?:end|stop|finish|cease)',
  'cease (?:and|n|or) desist',
  `(?<=\\| (?:start |no )?)${keyword} (?=\\|)`,
].map(pattern)

/** Words that make a message doubtful where nothing above explains them. */
export const doubtful: readonly RegExp[] = [
  '(?:stop|stops|stopp|unsubscribed|unsubscribing|opted out|~)',
  '(?:go away|get lost|piss off|fuck off|f off|bugger off|rack off|get stuffed|sod off|buzz off|naff off|get fucked|nick off|bog off|shove off|eff off|rack off|not again)',
  '(?:harass\\w*|acma|ombudsman|report you|reporting you|reported you|privacy commissioner|legal action|spam act|this is spam|spammers?|is spam)',
  '(?:sick|tired|fed up|enough) (?:of|with) {FILLER}(?:{OURS}|{CONTACTING})',
  '(?:never|didnt|did not|havent) (?:\\w+ )?(?:consent\\w*|agreed?|sign up|signed up|subscribed?|opt in|opted in|asked for (?:this|these)|ask for (?:this|these))',
  '(?:why|you|u|lot|guys|people) (?:do you |do u |are you |all )?(?:keep|kept|constantly|always) {CONTACTING}',
  '{NOT} (?!(?:hesitate|forget|mind|worry|need|have|be|wait|think|know|see|remember|hear|get|answer|miss|want to miss) )(?:\\w+ ){1,5}(?:{CONTACT}|{CONTACTING}) (?:me|us|my number|this number|here|again)',
  '(?:last|final) (?:warning|time i)',
  '(?:delete|remove|erase) it',
  '(?:want|let me|get me) out {END}',
].map(pattern)
