// Words of opt-outs. Compliance extends both lists; tests check every entry.

const list = (words: string): string[] => words.trim().split(/\s+/)

/** Every opt-out in English contains one of these words; a text without them is no opt-out. */
export const stopWords: ReadonlySet<string> = new Set(
  list(`
    stop stops stopped stopping stopall stopsms arret quit cease end halt desist refrain discontinue enough finish
    terminate kill cut knock unsubscribe unsubscribed unsubscribing unsubscribes unsub unsubs usub opt opts opted opting
    op optout remove removed removing delete deleted erase scrub wipe purge strike scratch cross exclude omit suppress
    deregister unregister unlist delist unenrol deactivate lose forget burn bin shred scrap destroy trash discard dump
    ditch drop rid block blacklist blocklist ban bar withdraw withdrew withdrawing revoke revoked revoking rescind cancel
    switch turn disable off out dont never no not nor neither cant wont doesnt didnt shouldnt mustnt wouldnt isnt arent
    havent hasnt dnc dncr alone last final leave harassing harassment pestering four 4 none zero without longer rather
    prefer mind
  `),
)

/** Each of these alone is an opt-out, at every step. */
export const stopWordings: readonly string[] = `
  stop
  please stop
  stop please
  stop calling
  stop calling me
  stop ringing
  stop ringing me
  stop ringing this number
  stop phoning me
  stop contacting me
  stop bothering me
  stop harassing me
  please stop calling me
  can you stop calling me
  could you please stop ringing
  you need to stop calling
  i want you to stop calling me
  stop these calls
  stop the calls
  stop all calls
  quit calling me
  quit ringing
  cease calling
  no more calls
  no more calls please
  no more phone calls
  no further calls
  no further contact
  don't call me again
  don't call me anymore
  do not call me
  do not call me again
  do not call this number
  do not contact me
  do not contact me again
  don't ring me again
  don't ring this number again
  don't phone me again
  don't ever call me again
  never call me again
  never ring this number again
  never contact me again
  i don't want any more calls
  i don't want these calls
  i don't want you to call me
  i don't want to be called
  i don't want to be called again
  i don't want to be contacted
  i don't want to hear from you again
  i do not wish to be contacted
  i no longer wish to be contacted
  i'd rather you didn't call me again
  take me off your list
  take me off the list
  take me off this list
  take us off your list
  take my number off your list
  take my name off your list
  take this number off your list
  get me off your list
  get me off this list
  remove me
  remove me from your list
  remove my number
  remove my details
  remove this number
  please remove me from your database
  delete my number
  delete my details
  erase my details
  lose my number
  lose this number
  forget my number
  cross me off your list
  strike me off the list
  scratch me off your list
  opt out
  opt me out
  i want to opt out
  i'd like to opt out
  opt out please
  unsubscribe
  unsubscribe me
  please unsubscribe me
  put me on your do not call list
  add me to your do not call list
  i'm on the do not call register
  blacklist this number
  block my number
  i withdraw my consent
  i revoke my consent
  you don't have my permission to call me
  leave me alone
  please leave me alone
  leave us alone
  make it stop
  i want these calls to stop
  make sure you never call me again
  get rid of my number
  not now not ever
`
  .trim()
  .split('\n')
  .map((wording) => wording.trim())
