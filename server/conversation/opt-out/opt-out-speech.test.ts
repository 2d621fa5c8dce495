import { expect, it } from 'vitest'
import { readOptOut } from './opt-out.ts'

/** One utterance in a line, as a recogniser writes it. */
const lines = (table: string): string[] => table.split('\n').filter((line) => line !== '')

const clear = `
Stop.
hello stop hello
lose my number
no more phone calls please
quit calling me
take me off
don't ring again
delete my details
i don't want these calls
call me back never
i said ring me never not ring me later
not now not next week not next year take me off
stop with the recorded messages and don't ring me again
i don't want a meeting i want you to quit calling
the person you are calling asks not to be contacted again
make it so this phone never rings from you lot again
you lot keep calling and i want it to end for good
book me a meeting nah i'm kidding stop calling
look mate can you just stop ringing me
yeah nah take my name off the list
i've told you people before stop ringing
get my number out of your system
wipe my number
scrub me from the database
please just delete me from whatever list this is
i don't want any phone calls from robots
no more robocalls please
no more robots thanks don't ring again
please stop these automated calls
stop it stop it stop calling
can you stop ringing this phone
i do not want to receive any further calls
i don't want to be contacted again by you
we don't want any more calls here
don't bother calling again
don't you ever ring this number again
never ring me again
please never contact me again
you're not to call this number
you are not to ring me
i'd appreciate it if you stopped calling
i would like you to stop calling me
i want to be off the list
remove this number immediately
make sure you never call me again
don't call us we'll call you and take us off the list
opt me out thanks
i'd like to be unsubscribed
four stop calling
yes i want you to remove me
send the link no actually take me off the list
i'm on the do not call register
this number is on the do not call register
lose this number
can you lose our number
delete my details from your records
erase my details
do not ring
don't phone
stop phoning
enough calls stop
give it a rest and stop calling
knock it off with the calls
stop bugging me
quit bugging me
quit ringing
quit phoning us
cease calling
no don't call
no calls
unsubscribe
please take this phone off
take this number off
pull my number from the list
we're not interested remove us
get rid of my number
i don't wanna be called
i don't wanna hear from you
don't wanna get these calls
stop please stop
please don't contact me any further
please refrain from calling
i'm asking you to stop
i'm not interested and i don't want to hear from you again
can you please not call me again
please not call again
could you not call this number anymore
i do not give permission to be called
no longer call me
do not under any circumstances call me
strike me from your list
bar this number
block this number
ban my number from your system
`

const other = `
stop for a second someone's at the door
hang on stop for a sec
oi darl take me off speaker sorry yeah just text it to me
i never called you so what's this about
please don't call while i'm at work try after five tonight
not this week don't call again until monday
i'm at the bus stop ring me in ten
can you not tape this call
remove the thursday one i had and book me a fresh meeting
stop the recording please
i'm not on my phone
i'm not on my phone right now
not now call me tomorrow
not today call me next week
i can't talk on the phone
the call dropped
i'm not the right person to call
who should i call
i don't know who called me
never got a call
i'm not sure who called me
don't know what this call is about
call me when you're not so busy
it's not a good time to call
not a great time can you ring later
i'm on another call
hang on i'm on a call
please hold
please don't hang up
don't go
can't hear you
i did not ask for a meeting just the link
no meeting just send me the link
no link just the meeting
i don't want a link book me in
remove the first time
neither suits
not wednesday
stop i'll take the first one
stop there i'll take the second
i can't take calls at the moment try me later
we don't take calls on fridays
i don't answer calls from private numbers
he's not here can i get him to call you
she's on leave call back next week
no one here by that name
you've got the wrong number
my number has changed call me on my mobile
i changed my number
what number did you call
what's your number
can you take my number
take my details
take down my number
can i take a message
delete that i meant thursday
cancel that i want option two
end of next week suits
i'm at a stop light
i need to stop for petrol call in ten
just about to stop for lunch
it won't stop raining
my dog won't stop barking
i'll stop you there and take the meeting
before you stop can you repeat the first one
stop and repeat that please
i don't need calls recorded
don't record the call
do not record this call
i do not consent to recording
please don't send the link to my old number
`

// Covers: calls-vapi-17
it.each(lines(clear))('reads the utterance %j as an opt-out', (text) => {
  expect(readOptOut(text)).toBe('opt_out')
})

// Covers: calls-vapi-17
it.each(lines(other))('finds no opt-out in the utterance %j', (text) => {
  expect(readOptOut(text)).toBe('none')
})
