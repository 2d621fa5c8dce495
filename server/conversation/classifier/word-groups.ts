// Words that the examples use alike. The classifier compares utterances by these groups too, so that an example with
// 'ring' also covers 'buzz'. A word can be in several groups; the first one stands for it in word sequences.

const groups: Readonly<Record<string, string>> = {
  // calls and messages
  RING: 'call ring phone buzz dial bell telephone tinkle tingle redial callback',
  RINGING: 'calling ringing phoning buzzing dialling dialing telephoning',
  RUNG: 'called rang rung phoned dialled dialed buzzed telephoned',
  CALLS: 'calls rings phonecalls robocalls',
  REACH: 'contact contacting contacted reach reaching reached approach approached approaching contacts',
  BOTHER:
    'bother bothering bothered disturb disturbing disturbed harass harassing harassed pester pestering pestered hassle hassling hassled annoy annoying annoyed hound hounding hounded badger badgering spam spamming spammed bug bugging nag nagging stalk stalking intrude intruding',
  TEXT: 'text sms message txt msg texts messages texting texted messaging whatsapp imessage',
  MAIL: 'email emails mail emailed mailing inbox',
  SEND: 'send sends sending sent flick flicked shoot whack chuck fire ping forward zap sling flip biff resend pop bang throw lob drop pass',
  LINK: 'link url links website webpage page web address hyperlink site',
  INFO: 'info information details detail brochure pdf flyer blurb literature material specifics rundown summary',
  AGAIN: 'again anymore more further another ever longer future',
  // ends of calls
  STOP: 'stop stopping stops stopped cease quit halt desist end ending discontinue terminate refrain finish kill',
  REMOVE:
    'remove removed removing delete deleted deleting erase erased wipe wiped scrub scrubbed purge purged strike struck scratch cross unlist delist deregister exclude expunge boot bin trash discard shred cull axe omit drop ditch dump lose forget',
  UNSUBSCRIBE: 'unsubscribe unsub unsubscribed unsubscribing optout stopall dnc dncr opt',
  BLOCK: 'block blocked blacklist blacklisted ban banned bar barred blocklist suppress',
  LIST: 'list lists database databases books system systems crm dialler dialer rotation roster file files directory spreadsheet register campaign records',
  OWN: 'number name details mobile phone line contact digits',
  CONSENT: 'consent permission authority authorise authorised allow allowed agree agreed',
  ANGER:
    'bloody fucking damn sick tired fed enough stupid rubbish nuisance harassment fuck shit piss bugger crap jack ridiculous annoying',
  LEGAL: 'acma ombudsman lawyer complaint complain report fair legal illegal privacy act solicitor regulator',
  // recording
  RECORD: 'record recording recorded recorder tape taping taped recordings records',
  TURNOFF: 'off switch turn shut disable pause',
  // options
  MEETING:
    'meeting meetings appointment appointments catchup meet sitdown coffee zoom teams session consult booking catch cuppa chinwag lunch',
  BOOK: 'book booking booked schedule arrange organise organize pencil lock slot jag line tee set',
  BDM: 'bdm manager rep representative bdms',
  ACCREDIT:
    'accreditation accredited accredit accrediting onboarding onboard onboarded panel application apply register signed',
  START: 'start starting begin started commence kick rolling underway',
  PERSON:
    'person human someone somebody operator agent staff anyone anybody consultant representative receptionist supervisor real live actual proper',
  TALK: 'talk talking speak speaking chat chatting yarn word conversation discuss converse deal',
  TRANSFER: 'transfer connect put through switch redirect patch',
  ROBOT:
    'robot bot machine computer automated ai recording robotic siri artificial software program recorded',
  // questions
  WHO: 'who whos whom whose',
  WHAT: 'what whats which',
  WHY: 'why hows how where wheres when whens',
  ASKS: 'can could would will may shall do does did is are was were have has am should',
  COST: 'cost costs fee fees price charge rate rates commission commissions clawback lvr policy turnaround trail interest serviceability discount cashback',
  LENDER: 'lender bank lending company firm mob outfit crowd business organisation',
  // answers
  YES: 'yes yeah yep yup sure okay absolutely definitely certainly indeed affirmative totally alright correct uhhuh aye',
  NO: 'no nah nope nup nothanks negative',
  NEGATED:
    'dont not cant wont doesnt didnt isnt arent wasnt wouldnt couldnt shouldnt havent hasnt never cannot neither nor without aint hadnt werent mustnt neednt',
  GOOD: 'good fine great perfect lovely cool sweet awesome ideal brilliant beautiful bonza ripper grand excellent fantastic wonderful terrific beauty bewdy legend spot',
  SUITS: 'suits suit works work fits fit does goes manage make do',
  BAD: 'bad awful terrible impossible hopeless tricky tough wrong incorrect clash clashes inconvenient awkward difficult rough hard poor',
  WANT: 'want need like prefer rather love wish keen after interested fancy sooner wouldnt',
  PASS: 'pass interest interested skip leave bother fussed required necessary thanks nothanks',
  THANKS: 'thanks cheers bye goodbye later ta cya catch seeya hooroo farewell',
  EITHER:
    'either whichever whatever any both whenever easy flexible fussed mind matter matters choose pick preference difference',
  NEITHER: 'neither none nor nothing',
  UNDECIDED: 'maybe perhaps possibly unsure dunno undecided might depends think thinking probably hmm',
  TAKEBACK:
    'actually wait sorry scratch kidding joking meant mean mistake changed mind thought oops rather instead',
  REPEAT: 'repeat again pardon missed catch hear heard come what sorry say',
  // time
  DAY: 'monday tuesday wednesday thursday friday saturday sunday weekday weekend weekends mondays tuesdays wednesdays thursdays fridays',
  PART: 'morning arvo evening night tonight noon midday lunchtime lunch mornings evenings nights breakfast dinner',
  SOON: 'tomorrow today later tonight week month fortnight weeks months year years quarter',
  UNIT: 'minute minutes min mins hour hours hr hrs half quarter moment second seconds sec secs tick ticks jiffy mo bit',
  LATER: 'later earlier sooner before after until till around about between from',
  NUM: 'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty',
  OTHERTIME: 'other another different else alternative alternatives',
  // situations
  BUSY: 'busy driving meeting flat tied swamped snowed slammed hectic chockers client clients customer engaged occupied road traffic settlement inspection auction court queue shops hospital doctor dentist school middle rushed hurry dash rush',
  WAIT: 'wait hang hold bear sec moment tick patience stay stand',
  GONE: 'left retired resigned moved quit deceased passed gone finished died sold longer former ex previous used anymore',
  WRONG: 'wrong incorrect mistaken mixed misdialled',
  FAMILY:
    'husband wife kids kid son daughter mum dad dog cat baby partner brother sister mother father child children missus hubby nan toddler darl grandma',
  OTHERJOB:
    'bakery florist plumber electrician builder cafe restaurant salon hairdresser school clinic dentist pharmacy mechanic pizza nurse teacher farm church gym vet garage shop pub hotel hospital surgery studio',
  SHE: 'he she him her hes shes his hers theyre',
  OFFICE: 'office desk reception front colleague colleagues assistant secretary pa boss team',
  RELAY: 'message messages pass relay tell let know help direct regarding concerning speaking calling behalf',
  BUSINESS:
    'finance lending mortgages loans brokers group broking financial advisory capital wealth solutions mortgage',
  // machines
  BEEP: 'beep tone bleep signal mailbox voicemail messagebank voicemails beeps',
  KEY: 'press key hash star pound enter digits digit code pin keypad dial extension pressing type zero',
  UNAVAILABLE: 'unavailable available unable closed disconnected diverted forwarded switched unattended',
  SCREEN:
    'screening screen screened screener filter filtering google bixby truecaller assistant virtual guard hiya robokiller protected verified verification shield',
  CALLER: 'caller callers subscriber customer customers recipient user owner party',
  AWAY: 'leave away holiday holidays overseas vacation annual maternity returning break sick',
  AUTO: 'automatic automated auto autoreply reply replies monitored unmonitored undeliverable delivered silenced notifications',
}

const groupsOf = new Map<string, string[]>()
for (const [name, words] of Object.entries(groups))
  for (const word of words.split(' ')) {
    const names = groupsOf.get(word)
    if (!names) groupsOf.set(word, [name])
    else if (!names.includes(name)) names.push(name)
  }

const NONE: readonly string[] = []
/** The groups of a word, the principal one first. */
export const groupsOfWord = (word: string): readonly string[] => groupsOf.get(word) ?? NONE
