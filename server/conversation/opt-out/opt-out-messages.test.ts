import { expect, it } from 'vitest'
import { readSmsOptOut } from './opt-out.ts'

/** One message in a line. */
const lines = (table: string): string[] => table.split('\n').filter((line) => line !== '')

const clear = `
STOP thanks
Stop it
Stop it now
stop please and thank you
STOP - John Smith
Stop. I'm not interested
STOP I AM NOT A BROKER
Hi, please stop. Thanks, Wei
stop!! stop!! stop!!
Please stop contacting me
pls dont txt me again
dont txt
Dont msg me
do not text
Do not reply to me again, stop
no more txts pls
no more thanks
no more
No more!!
Enough. Stop.
take my number off your system
take me off this database please
Please take us off your calling list
remove my number from your database
Remove my details please
Remove from list
remove number
pls remove my no from ur list
Kindly remove me from this list
Please have me removed
I'd like to be removed from your list
I want to be taken off
get me off your list
get my number off your list now
Cross me off your list
delete this number
Please delete my details from your system
Delete me
lose this number
Please lose our number
forget my number
bin my number
stop spamming me
stop the spam
Stop with the texts
Stop with these calls already
stop these bloody calls
stop calling this number
Quit texting
quit it with the calls
Stop harassing me
stop bothering us
cease all communication
no calls please
No phone calls
No texts please
no sms please
no marketing please
Do not contact
don't contact me in future
Do not contact me ever again
never contact me again
Never call this number again
never ever ring me again
please never ring again
don't ever text me
do not call back
Not interested, don't call back
please don't call this number again
Don't phone me any more
I don't want your calls
I don't want to receive these messages
I no longer wish to receive messages
I no longer wish to be contacted
we do not want to be contacted any further
Don't want any texts from you
don't want these texts
dont want ur msgs
I dont want to be called
I don't want to be on your list
I don't want you to call me
I do not consent to being contacted
I do not consent to marketing
I revoke consent
You do not have my consent to call me
You don't have permission to contact me
Opting out
I opt out
I'd like to opt out please
Opt me out of these
I already opted out
I have already asked you to stop
I asked you not to call me
I told you to stop calling
we asked not to be contacted
I'd prefer not to be called
I'd rather you didn't call me
put me on the do not call list
Add me to your do not contact list
DNC
block me
Blacklist me
unsubscribe me
Unsubscribe from all
UNSUBSCRIBE!!!
how do i unsubscribe
How do I stop these messages?
how do I get off this list
How can I opt out?
Can you stop texting me?
could you please stop
Would you mind not calling me again
Why won't you stop calling me
I want this to stop
This has to stop
Make it stop
I need you to stop calling
Cancel these messages
cancel my subscription
Cancel
end
quit
revoke
leave us alone
please leave me in peace
Not this number, stop calling
Wrong number. Please remove
Wrong number don't text again
Sorry wrong person, please delete my number
I'm retired, please take me off your list
John no longer works here, remove this number
Stop or I will report you to ACMA
If you don't stop I'll call a lawyer
Stop sending messages to this number
Stop messaging
stop sms
STOP SMS
STOP TEXT
Stop text
stop messages
stop call
Stopp texting
stahp texting me
pleas stop
plz stp
stopo
STOP1
Stpp
unsuscribe
unsubcribe plz
UNSUBSCIBE
Un subscribe
unsubscribed me
opt-out
OPTOUT
opt  out
op out
no me llamen más
non chiamatemi più
dừng lại, đừng gọi nữa
لا تتصل بي
수신거부
mat karo call
huwag na kayong tumawag
Bitte nicht mehr anrufen
取消订阅
别再打电话了
Ne m'appelez plus
do not disturb me again
Stop, wrong number mate
I said STOP
STOP STOP STOP
Yes stop
no stop
ok stop
Nah stop texting
Go away and stop texting me
F off and don't text me again
remove pls
pls take off list
take me off pls
Off your list please
Strike my name from your records
I want off this list
want off your list
Kindly cease and desist
Take me off everything
No longer interested, please remove me
Do not send any more
Don't send me anything else
Please dont send any more offers
Not interested in receiving any messages
I am not interested in your calls
I didn't sign up for this. Unsubscribe
stop now
STOP NOW
halt all messages
unlist me
Deregister me
please withdraw my number
Please discontinue these texts
STOP to opt out
Reply: STOP
"STOP"
Stop 🛑
🛑 STOP
Arret
That's enough calls thanks
enough with the calls
`

const other = `
Thanks
ok
Yes please
Please call me
Call me back
Ring me tomorrow
Call me after 5
Can you call later?
Don't call now, I'm driving
don't call right now
Can't talk now
Don't ring me at lunch time
Please don't call on weekends
Don't call me tomorrow, I'm away
please don't ring before 9
I can't stop to talk now
Can't stop, in a meeting
I'll stop by Friday
we stop at noon
Stop over in Perth next week?
don't stop now, this is great
Never stop innovating
non-stop day, call tomorrow
pit stop
My stop is next, ring in 5
One stop shop
Do you have a one-stop shop for this
stop press: rates are down
It's a full stop for us on that product
Don't stop sending me the rates
Please don't stop texting me
please do not remove me from your list
Don't unsubscribe me
I don't want to opt out
I did not opt out
I never said stop
Remove the second applicant from the loan
Can you remove the LMI fee?
Please delete the last message, wrong file
Cancel the meeting please
Please cancel my appointment
I need to cancel Thursday
end of the month is fine
What is the end date?
Weekend works
I quit my old aggregator
Take me through the product
take me to the form
Remove me from the Tuesday meeting
Take me off the 10am, put me at 2pm
send me the link
Please text me the link
call my mobile instead
How do I start?
Who is this?
Is this a scam?
Is this spam?
What list?
Do you have my number?
Did you call me?
I missed your call
I lost your number, send it again
I lost my phone
I've deleted your message, resend
Not interested today
Not today thanks
Maybe next month
No
nope
not for us
Already accredited
we no longer write with you
I no longer work at Redgum
Stop the recording
please don't record me
I opt out of the recording
let me stop you there
when does the rate offer stop
When does the offer end
the calls are great
No more info needed, thanks
no more questions
I need more calls like this
Text is better
I don't text much, call me
I never got your call
never heard from you
Never mind
I don't have the link
Dont worry
don't forget to call me
Don't hesitate to call me
please don't forget to ring me
Do not hesitate to contact me on this number
If you don't hear from me call again
I don't want to miss your call
You don't need to call back
no need to ring
No need to text me back
Take care
I'm out of office today
`

const doubtful = `
stop was a mistake
Sorry, I sent STOP by mistake
ignore my stop
Don't call, email me
Just text, don't call
no calls, text only
Get lost
Piss off
This is spam
I never signed up for this
why do you keep calling me
sick of your calls
I will report you to ACMA
Don't call me at work
Don't call me unless it is urgent
stop the emails
Did I opt out already?
Stop calling... just kidding, send me the link
I never consented to this
Reply STOP to opt out
last warning
Who gave you my number? Delete it
`

// Covers: calls-vapi-17
it.each(lines(clear))('reads the SMS %j as an opt-out', (text) => {
  expect(readSmsOptOut(text)).toBe('opt_out')
})

// Covers: calls-vapi-17
it.each(lines(other))('reads no opt-out in the SMS %j', (text) => {
  expect(readSmsOptOut(text)).toBe('none')
})

// Covers: calls-vapi-17
it.each(lines(doubtful))('holds the number after the SMS %j', (text) => {
  expect(readSmsOptOut(text)).toBe('unclear')
})

it.each([
  'stop the ',
  'dont want to be ',
  'i never said stop ',
  'no more of these calls the ',
  'to stop ',
  'put me add ',
  '“',
  '(',
])('reads a long repetition of %j in less than half a second', (part) => {
  const start = performance.now()
  readSmsOptOut(part.repeat(Math.floor(1600 / part.length)))
  expect(performance.now() - start).toBeLessThan(500)
})
