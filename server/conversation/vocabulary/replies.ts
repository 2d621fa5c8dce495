// Short replies: agreement, refusal, asking to wait, busy, wrong person, leave-taking.

import type { Entry } from '../text/phrases.ts'

/** Agreement that contains words of refusal; read before both. */
export const agreements: readonly Entry[] = [
  {
    rule: 'yes.through_negation',
    phrases: `
      (no|not a|aint no|isnt a|wont be a) (worries|problem|problems|dramas|drama|probs|issue|issues|wuckas|wuckers|trouble|sweat|worry)
      (why|how) (not|wouldnt i|could i refuse|could i say no) !(just|you|text)
      (dont|wouldnt|do not|wont) mind [if *|at all|being recorded|the recording|you recording|it|that|me]
      (no|nah) [no|nah] (thats|thatll|its|that is|it is|thatd be|your|youre) (right|fine|good|great|correct|okay|it|perfect|alright|all good|spot on|the one)
      (cant|couldnt|dont) (complain|go wrong|see why not|see a problem|have a problem|have any objection|object|argue)
      (no|dont have any|have no|got no|without) (objection|objections|hesitation)
      not at all go *
      nothing wrong with that
      (cant|couldnt) be better
      if you (must|like|want|insist)`,
  },
]

export const yes: readonly Entry[] = [
  {
    rule: 'yes.strong',
    phrases: `
      (yes|yeah|yep|sure|okay) (do|do it|do that|please do|lets|lets do it|lets do that|lock it in|book it|send it|go ahead|go on|go for it|that works|thatll do|thats fine|thats right|thats correct|thats it|thats the one|why not|sure|absolutely|correct|i do|i would|i did|it is|you can|you may|of course|right|exactly|perfect|great|good|fine)
      (sounds|sound|looks|seems|works|suits|thats|thatd be|that would be|all|its|thatll be|would be|be|is|thats all) [really|pretty|very|just|absolutely] (good|great|fine|perfect|right|correct|lovely|okay|alright|ideal|excellent|the one|it|spot on|awesome|wonderful|brilliant|sweet|a plan|all good|like a plan|me|fair enough|what i said|what i want|what i meant|exactly right|exactly what i *)
      (that|it) (works|suits|will do|does|sounds good|would work|would suit|should work|ll do|suits me|is right|is correct|is fine) [fine|me|well|nicely|for me|great]
      (please|yes please) [do|do it|do that|go ahead] $
      ^ do [it|that] $
      too easy [yes|yeah|yep]
      (go|carry|keep|push|fire|crack) (ahead|on|for it|right ahead|going|away) !(to)
      (thatll|itll|that will) do
      (of course|absolutely|definitely|certainly|for sure|by all means|too right|you bet|bloody oath|correct|affirmative|indeed|exactly|precisely|totally|totally fine|my word|sure thing|sure can|sure is|hell yeah|hell yes|damn right|dead right|spot on|bang on|amen|roger|confirmed|i confirm|confirm|agreed|done deal|lets do it|lets do that|lets go|lock it in|lock that in|book it [in]|make it so|happy with that|happy for you to|happy days|fine by me|works for me|suits me|good by me|okay by me|im happy with that|fine with me|im in|count me in|i agree|i accept|please yes)
      ^ [<lead>] [<lead>] (i do|i did|i would|i am|deal) $
      (happy|okay|fine|cool|good|alright|comfortable) (to be recorded|with (that|it|the recording|being recorded)|for it to be recorded|being recorded)
      recording (is|s|it is|me is) [all|perfectly] (fine|okay|good|alright)
      (you can|feel free to|happy for you to|i dont mind you|okay to|fine to) record
      (id|i would|we would|wed) (love|like) (that|it|to)
      (you got it|you can|you may|you can do that|right you are)
      want (that|it|both|to go ahead)
      interested $`,
  },
  {
    rule: 'yes.word',
    phrases: `
      (yes|yeah|yep|sure|okay|alright|fine|right|perfect|great|lovely|beauty|ripper|sweet|cool|awesome|excellent|wonderful|brilliant|bonza|good|righteo|done|true|all right|oui|si|yessir|yup|aye|uh huh|true that|good oh|too easy|easy|noted)`,
  },
]

export const no: readonly Entry[] = [
  {
    rule: 'no.strong',
    phrases: `
      (not|isnt|wasnt|aint|im not|were not|were really not|not really|not that|no longer|not very|not overly|not particularly) [really|at all|very|at the moment|that] (interested|keen|for me|for us|my thing|our thing|my cup of tea|something we *|something i *|today|relevant|our area|our space|right for *|fussed|a fit|applicable|needed|required|necessary)
      nothanks
      (no|not|theres no) point *
      (no good|no use|not good|not great|no go)
      (weve|ive|we have|i have|we|i) [already] (got|have|deal with|use|only use|only deal with|work with) [enough|plenty of|all the|our|my|plenty] (lenders|banks|options|panel|lender|products|one $|everything *|the big four|our own *)
      (wouldnt|wont|never|dont) [ever] (use|need|be using|do|write|have a use for) (it|that|them|you|one|any|those)
      (no|nah|nope) (i dont|i wont|i wouldnt|im good|im right|im okay|were good|were right|im fine|all good|not interested|not for *|not today|not really|need|interest|way|not at all|definitely not|way jose|leave it|never mind|forget it|nothing|not this time|dont)
      ^ [no|nah|yeah nah|nope|look|thanks] [no|but|i|but i|but no] (thanks but no|im right|im good|im all right|im alright|im fine|were right|were good|were fine|were all good|all good|all set|were all right|were sweet|im sweet|im all good|im all set|were set|were covered|were all set|im set|not for me|not for us) [here|with *|at the moment|today] $
      (were|im) [all] (good|right|sorted|set|covered|fine|happy|okay|taken care of|sweet|looked after) (here|with what *|as is|as we are|at the moment|for now|already|with my *|with our *|with the lenders *|where *|currently|today)
      (happy|satisfied|fine|good|comfortable|okay) with (my|our|the|what|who) *
      (ill|i will|we will|im going to|going to|have to|think ill|i might) give (it|that|this) a miss
      (im|were|we are|i am) [perfectly|quite] (fine|good|happy|okay|right) (as|where|the way|how) (i|we|is|it|im|were) *
      (too much|too many|not enough|nothing) (paperwork|hassle|effort|trouble|admin|work|red tape|mucking around|hoops|in it for me|on offer) *
      (not|arent|isnt) [currently|really] (taking|looking|adding|after|writing|chasing|seeking|in the market) [on] [new|any|more|another|for] [new|more|any] (lenders|banks|lender|products|relationships|accreditations|panels|anything|funders) *
      (cant|couldnt|dont|wont) (see|imagine|picture) (us|me|myself|ourselves) (using|needing|doing|wanting) *
      (leaving|quitting|selling|closing|retiring|winding up|getting out) [of] [the|my|our] (broking|industry|business|from broking|next year|soon|at christmas|mortgage industry|up|game|this year)
      (a|its a|thats a|it is a) no from (me|us)
      (ill|i will|we will|im going to|going to|have to|think ill|i might) (pass|leave it|decline|give it a miss|skip it|skip|say no|not bother|let it go|sit this one out|pass on *|leave it there|leave it at that|leave it for now|give that a miss|stick with *|leave that)
      (pass|hard pass|no deal|leave it|leave it out|forget it|forget about it|skip it|never mind|nevermind|dont worry|dont worry about it|dont bother|not to worry|dont worry about that|scrap that|count me out|none of (those|them|that|the above|it|your *)|not today|not this time|not this year|not now thanks|not right now thanks|not at this stage|not at this time|not at this point|not at the moment|not for now|not just yet|not yet|maybe another time|maybe next time|not particularly|no interest|not our thing|not my thing|give it a miss|decline|negative|no chance|no way|god no|absolutely not|definitely not|certainly not|of course not|hell no|not likely|no need|no need for *|not necessary|not required|not needed|nothing thanks|nothing today|nothing for me|nothing else|nothing at all|not a chance|no sale|no can do|no dice|thats a no|its a no|i said no|the answer is no|i dont think so|dont think so|rather not|id rather not|prefer not|prefer not to|not in the market|not looking|no not really|no not at all|not of interest|not suitable|not a good fit|not what were after|not what im after|not what i want)
      (dont|doesnt|didnt|wont|wouldnt|do not) [really|actually|think i|think we|currently|even] (need|want|require|use|do|deal with|write|handle|see myself|have a need for|have any use for|think its *) [anything|it|that|them|this|any of *|any|a|the|one|either|those|these|anything like that|much *|you|your|that kind of *|that sort of *|any more *|any of that|what youre *] !(calls|calling|call|recorded|recording|you to)
      (went|gone|going|goes|sticking|staying) with (another|someone else|a different|somebody else|my|our|the) *
      already (sorted|got one|covered|done|have one|have it|dealt with|taken care of|with another *|placed *|settled *)
      (no|not) (link|text|texts|sms|meeting|meetings|appointment|accreditation|details|info|form|forms|human|person) [or *] (needed|required|necessary|thanks|please|for me|today)
      (thanks but no thanks|thanks anyway|thanks all the same|but thanks anyway|not for (me|us|my|our) *|not (a|my|our) (priority|focus) *|waste of time)
      (changed|change) my mind [about *|on *]`,
  },
  {
    rule: 'no.word',
    phrases: '(no|nah|nope|nup|negative)',
  },
]

export const holdOn: readonly Entry[] = [
  {
    rule: 'hold_on.wait',
    phrases: `
      (hang|hold) (the phone|your horses|on|about|up|fire|the line|tight|there|tough|your horses)
      (one|just one|just a|a|half a|two|give me [a|one|two|half a|just a|just one|five|ten|thirty|a few|a couple of]|give us [a|one|two|half a]|wait [a|one|just a]|in|be|only|for a|for one|a couple of) <sec> !(in|before|ago|message|call|till|until|to my|left|late)
      (bear|stay) with (me|us)
      (wait|wait wait|wait up|wait there|wait on|pause|stand by|standby|please hold|stay there|stay on the line|just wait|can you wait|could you wait|can you hold|could you hold|hold please|please wait|sit tight|one sec|half a mo|half a tick|half a sec|two ticks|two secs|just hold|pause there|stop there|stop there for *|stop for a <sec>|just stop there)
      (let me|ill|i will|i need to|have to|ill just|let me just|im just|just|while i|i better|ill go|going to) (turn + [+] (down|off|up)|look|check|see what|grab (a pen|my|the (diary|calendar|phone))|find|get my|get a pen|get the|pull up|open|finding|grabbing|checking|looking|opening|getting my|pulling up|have a look|have a quick look|take a look|turn|move|step|stepping|go somewhere|close|shut|walk|walking outside|put this|put you|get off|get out|pull over|pulling over|parking|park) [up|out|at|in|my|the|a|down|over|this|you] !(calendar|forward to|into your|for your|your|it over if)
      (dont|no dont) (go|go away|go anywhere|hang up|hang up yet)
      (not so fast|slow down|too fast|back in a <sec>|be right back|be back in *|be right with you|with you in *|give me a chance|be there in *)
      (im|just) (finding|grabbing|getting|looking for|opening|pulling up) my (diary|calendar|glasses|pen)
      need (a|one|two) <sec>
      ^ [<lead>] (hold|wait|pause) $`,
  },
]

export const busy: readonly Entry[] = [
  {
    rule: 'busy_now.activity',
    phrases: `
      (im|were|i am|ive been|currently|just|actually|am|still|kind of) [just|actually|currently|right|a bit|really|kind of|a little|so|pretty|very|still|about to be|in the middle of|flat out] (driving|busy|tied up|flat out|swamped|snowed|under the pump|under the gun|in the car|on the road|in traffic|on a train|on the train|on a plane|boarding|at the airport|at lunch|eating|at the doctor|at the dentist|at the gym|at a funeral|at school|in court|on site|in transit|on leave|on holidays|on the other line|on another call|on another line|on a call|on the phone|in a rush|rushing|running late|running behind|walking in|walking into|heading in|heading into|going into|late for|late|pushed for time|short on time|short of time|occupied|engaged|caught up|unavailable|not available|not free|out and about|up to my *|up to the *|mid *|halfway through *|in the middle|in the middle of *|cooking|working|showing|inspecting|interviewing|presenting|out the door|between *)
      (with|got|have|ive got|seeing|meeting|in with|theres|have got|interviewing|seeing|had) (a|some|my|another|two|clients|someone|somebody|people|an|the) [client|clients|customer|customers|people|person|appointment|meeting|borrower|couple|buyer|vendor|patient] (here|with me|in front of me|at the desk|at the counter|waiting|in five *|in ten *|in two *|in a <sec>|in the office|right now|now|at the moment|in * minutes|coming in|walking in|shortly|on the other line|in the room|arriving|due|just arrived|just walked in|next to me)
      !(word|talk|chat|speak|yarn|speaking|talking) (with|got|have|seeing|im with|meeting) (a client|clients|a customer|customers|a borrower|my client|my clients|some clients|someone|somebody|another client|people|an applicant|the accountant)
      (in|into|heading into|walking into|going into|about to start|late for|out of|at|have|got) (a|my|another|the|back to back|an|our) (meeting|meetings|appointment|inspection|auction|settlement|conference|training|seminar|session|interview|consultation|consult|hearing|presentation|funeral|wedding|class)
      (in|into) (meetings|meeting|court|traffic|transit|hospital|a meeting)
      <cant> [really|actually|even|quite|possibly] (talk|chat|speak|stop !(thinking|laughing|smiling|wondering|eating|you|it|them|the|my|people)|stay on|stay|do this|do it|take this|take it|take the call|take your call|take calls|take a call|answer|deal with|get to|come to|listen|hear this|be on the phone|do that|go through|get into|look at it|discuss) [to *|now|right now|at the moment|this *|much|long|on the phone|here] !(it over|call leave|your call leave)
      (not|isnt|now is not|nows not|wasnt|never|aint) [really|exactly|quite] [a] (good|great|ideal|convenient|the best|best|right|the right|the greatest|suitable) (time|moment|day|timing)
      (bad|terrible|awful|wrong|rotten|inconvenient|shocking|poor|worst) (time|timing|moment)
      (caught|catch|got|called|reached|youve got|youve caught) me at a *
      (have to|need to|better|must|ive to|should|im about to|about to|going to have to|ive got to) (go|run|dash|fly|shoot|rush|jump|head off|hang up|get going|take this|take another call|get off|leave|split|scoot|be off|be quick|get to|cut you off|let you go) !(through|ahead|on)
      (ill|i will|let me|we will|i can|i would|can i|could i|i might|i better|ill just|ill have to|i have to|i need to|id rather|ill try to|ill try and|ill probably|im going to) [just|have to|try to|try and|probably|need to|maybe] (call|ring|phone|get back to|text|buzz|give|message|come back to|be in touch|get in touch|reach out|bell|let) [you|yous|you guys|back|with you|them|know] [back|a call|a ring|a bell|a buzz|later|when *|know] !(off)
      (get back to you|be in touch|call you back|ring you back|call you later|ring you later|call you guys back|call yous back|talk to you later|speak to you later|chat later|come back to you)
      (no|havent got|dont have|not got|got no|haven t got|have no|dont have any|havent any|not enough|ive only got|only got|ive got|only have) [the|any|much|only|no|enough] [one|a|two|five] (time|minute|minutes|second|sec|moment|spare time) (now|right now|today|for this|at the moment|to talk|to chat|for that|before|for you|on me|mate|here|i|$)
      (hands are full|hands full|my hands|run off my feet|chock a block|chockers right now|chockers today|crazy busy|hectic|mad busy|pretty hectic|too busy|quite busy|very busy|super busy|really busy|not right now|not now|not just now|run off our feet|at capacity|got my hands full|ive got my hands full|under water|up the wall|pulled over|about to board|about to jump *|about to go into *|about to walk *|about to start *|about to speak *|about to head *|on the other line|other line|another call|got another call|another line|mid call|mid meeting|in the middle of *|middle of something|busy|driving|at work|in surgery|on site)
      (im|just|were|currently) [just] (up|on|at|in|under|halfway up|over|inside|outside) (a|the|my) (ladder|roof|tractor|boat|beach|shower|dentist|doctor|hospital|airport|freeway|highway|road|train|bus|tram|plane|ferry|bike|gym|pool|bath|toilet|supermarket|shops|bank|court|car|ute|truck|auction|settlement|inspection|funeral|conference|seminar|training|lift|queue|game|footy|pub|middle *|park|bank)
      (picking up|dropping off|feeding|collecting|minding|putting) [the|my|a] (kids|kid|son|daughter|baby|children|dog|wife|husband|parcel|car|mum|dad)
      (have|has|ive got|got|ive|there are|theres) [a|an|two|three|four|five|some|my|another|six] (client|clients|customer|customers|people|person|couple|borrower|visitors|visitor|patient|guests) [sitting|waiting|standing|here|in|coming|lined|outside|in front|with] *
      (just|about to|im|now) (heading|walking|going|jumping|stepping|ducking|running|rushing|popping) (in|into|out|to|off|through) *
      <sec> (till|until|before|to) (my|the|a|i) *
      (standing|sitting|stuck|here|out|over|busy|locked|in front|across) * (client|clients|customer|borrower|accountant|solicitor|vendor|buyer)
      (ill|i will|i can|ill just|let me) (try|call|ring|buzz|phone) (you|yous) *
      (talking|speaking) (to|with) (someone|somebody|a client|clients|my *|the *) [right now|at the moment|on the other line|else] $
      (im|just) [just] (talking|speaking|chatting) (to|with) *
      (clients|client|customer|customers|appointment|visitor|meeting) [is|has|are|have] [just] (arrived|turned up|walked in|here|starting|started|waiting)
      (mind|dealing|juggling|chasing|feeding) (the|with|a|my) (kids|kid|baby|toddler)
      (kids|baby|toddler|wife|husband|boss) (is|are|just|has|screaming|crying|wants|needs) *
      (someone|somebody|theres a person|theres someone|a client|a customer|clients|customers|my client|client) [s|is|are|has] [just] (at the|in the|here|waiting|walking in|in front of|on the other) *`,
  },
]

export const wrongNumber: readonly Entry[] = [
  {
    rule: 'wrong_number.person',
    phrases: `
      wrong (number|person|bloke|guy|fella|fellow|lady|woman|man|one|house|place|company|office|business|mob|people|extension|department|chap|dude|girl|shop|numbers|phone number|phone)
      (not|isnt|im not|this isnt|thats not|wasnt|this is not|it isnt|youre not speaking to) [the|a|him|her|even a|actually a|me the] (right person|right number|right bloke|person you *|person youre *|broker|mortgage broker|right one|one you *|finance broker|right guy|right lady|guy youre after|lady youre after|loan broker|broker any more|broker anymore) !(yet)
      (theres no|there is no|theres nobody|theres no one|no one|nobody|no !(im|i|its|hes|shes|he|she|not|were|that|thats)) [+] [+] (here|of that name|by that name|called +|named +|at this number|on this number|with that name|works here) [here|at this *|any more|anymore|sorry|mate] $
      (theres no|no|there is no) xname [here|at this *|on this *]
      (this isnt|this is not|im not|its not|not) (xname)
      (no one|noone|nobody|theres no|there is no|no|not anyone|dont have a|dont have any|aint no|havent got a|theres nobody|theres no one|never had a) [one|body] [here|of that name|by that name|by the name *|called *|named *] (here|by that name|called *|named *|at this number|on this number|of that name|with that name|works here|by the name of *)
      !(those|that|it|they|these|times|both|either|which) (doesnt|dont|didnt|no longer|not) [actually|even] (work|works|working|live|lives|based|employed|with us|here) [for us|here|with us|at this *|in this *|anymore|any more|there] !(well|on|that|to talk|me|with)
      (left|has left|finished up|moved on|retired|resigned|passed away|died|is dead|is deceased|deceased|sold the business|got out of|gotten out of|gave up|has gone|long gone|changed jobs|was let go|got the sack|moved to|quit) (here|us|the company|the business|the office|the firm|last *|years ago|ages ago|a while ago|months ago|in *|broking|the industry|this number|a few *|two *|this role|some time ago|a year ago|back in *|to another *|overseas|$)
      (hes|shes|theyre|he|she|they|xname) [has|have|s] (left !(for|at|early|work|her|his|me)|retired|finished up|moved on|passed away|no longer *|not here anymore|not with us *|not with * anymore|dead|resigned|moved overseas|sold up)
      (wrong|different|another) <bdm>
      (not my|isnt my|isnt his|isnt her|not his|not her) (number|phone|name)
      (not me|its not me|that isnt me|thats not me|this isnt him|this isnt her|im not him|im not her|im not that person|im not who *|i am not the *|im not her|not him)
      (hasnt|hasn t|havent|not|doesnt|didnt) [had|have|own|owned|use|used|using] this (number|phone|line) [for|in|any more|anymore|since] *
      (had|got|have|has|given|inherited|only had|only got|only just got|just got) this (number|phone) (for|since|off|from|last|only|new|a|two|three|about|in) *
      never heard of (him|her|them|that *|any *|a *|it)
      dont know (any|a|anyone|anybody|who that is|him|her|them|no) [one] [called|named|by|of] *
      (you want|you need|youre after|youre looking for|you must want|you must be after|you mean|youll want|youd want|you probably want|think you want|must be after|want) my (husband|wife|partner|brother|sister|dad|father|mum|son|daughter|colleague|boss|old man|business partner|mate|cousin|uncle|flatmate|predecessor)
      (this is a|its a|this is the|youve called a|youve rung a|youve reached a|we are a|were a|im a|this is my|you have reached a) (bakery|florist|private *|home *|house|personal *|school|restaurant|cafe|shop|butcher|plumber|plumbing *|pharmacy|chemist|salon|hairdresser|hairdressers|garage|mechanic|mechanics|church|library|clinic|hospital|dentist|dental *|vet|pub|hotel|motel|residential *|residence|nursing *|law firm|lawyer|solicitor|conveyancer|accountant|tradie|electrician|teacher|nurse|student|takeaway|fish and chip *|pizza *|kebab *|newsagent|supermarket|childcare *|daycare *|gym|real estate *|fax *|pensioner|kid|child|landline of *|panel beater|taxi *|carpet *|chippie|builder|doctor|medical *|surgery)
      (no|not a|none) (broker|brokers|mortgage broker|finance broker|such person|such broker) (here|at *|on *|in *)
      (mistaken|confused) (me|identity|with *|for *)
      (dialled|dialed|called|rung|ringing|calling|phoned|got|texted) the wrong *
      (youve|you have|you must have|you may have|you might have|must have|think youve|reckon youve|sorry youve|sure youve) [got|rung|dialled|called] [the] wrong *
      (number|phone) (changed|has changed|used to be|belongs to|belonged to|was reassigned|is for|is not *|isnt *)
      (this is|its|thats) + [+] (number|phone|mobile) [now] not *
      (new|current|only) owner of this (number|phone|mobile)
      (you want|you need|youre after|youll want|youd want|looking for) the + (next door|down the road|upstairs|across the road|in the other office|at the other *)
      not (xname|+s) (phone|number|mobile)
      no longer (with|at|in|employed by) (the|this|that|our|us) *
      ^ [<lead>] (this isnt|im not|not) !(a|the|me|my|for|what|sure|right|good|interested|available|free|here|happy|it|that|him|her|working|accredited|convinced|keen|ready|able|well|too|so|really|at|in|on|going|your|today|now|yet|until|till|before|after|bad|bothered|this|these|fussed|needed|required|necessary|tomorrow|again|ever|no|yes|okay|to|two|one|three|four|ten|nine|eleven|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|both|either|certain|much|many|likely|possible|particularly|especially|wrong|great|ideal|looking|driving|buying) + [here|sorry] $
      used to (work|be) (here|with us|at *|his number|her number|their number|a broker|in broking)
      not (in|a) (broking|mortgage broking|mortgages|finance|lending|the industry|the mortgage *|the finance *) [game|industry|business|anymore|any more]
      (dont|do not|no longer|not) (do|in|doing|write|deal in) (mortgages|home loans|broking|mortgage broking|loans|mortgage *) (any more|anymore|here|now|these days)
      (im|im just) (his|her|the|a|their) (wife|husband|son|daughter|mother|mum|father|dad|neighbour|cleaner|flatmate|housemate|sister|brother)`,
  },
]

export const leaveTaking: readonly Entry[] = [
  {
    rule: 'ack.leave_taking',
    phrases: `
      (bye|goodbye|good bye|see ya|see you|cya|see you later|see ya later|catch you later|catch ya|talk soon|talk later|speak soon|chat soon|take care|have a good *|have a great *|have a nice *|have a lovely *|enjoy your *|good night|goodnight|hooroo|toodles|ciao|later mate|catch you round|all the best|bye bye|cheerio|you too|and you|same to you|farewell|good day to you|bye for now|ta ta)`,
  },
  {
    rule: 'ack.listening',
    phrases: `
      (dont mind me|im listening|im all ears|listening|uhhuh|dont stop|keep it up|keep them coming|keep it coming|love your work|good work|got it|gotcha|understood|noted|i see|fair enough|good to know|appreciate it|appreciated|good on you|good on ya|no worries|thank you|thanks|cheers|ta|good stuff|nice one|legend|okey doke|much appreciated|that is all|thats all|thatll be all|thats everything|were done|im done|all done|no more questions|nothing else|will have a look|ill have a look|ill take a look|ill check it out|ill look at it|received|all received|copy that|roger that|keep going|carry on|continue|go on|as you were)
      ^ [<lead>] will do`,
  },
]

/** Undecided: no choice, whatever is named. */
export const undecided: readonly Entry[] = [
  {
    rule: 'unclear.undecided',
    phrases: `
      (maybe|perhaps|possibly|might|not sure|unsure|i dont know|dunno|dont know|no idea|cant decide|hard to say|depends|it depends|let me think|ill think about it|ive to think|have to think|need to think|not certain|undecided|either or|whatever)
      (one|two|three|four|first|second|third|link|meeting|accreditation|text) [is it|was it] or [the|a|is it|was it|its|maybe] (one|two|three|four|first|second|third|link|meeting|accreditation|text)
      ^ yes no $
      yes no (maybe|i dont know|hang on)`,
  },
]

/** Broken off, or addressed to another person. */
export const asides: readonly Entry[] = [
  {
    rule: 'unclear.aside',
    phrases: `
      what was i (saying|going to say|doing|after)
      where was i
      (are you [still] there|is (anyone|anybody) [there|here]|can you hear me|you there|anyone there|hello hello)
      ^ [<lead>] (get|sit|lie|stay|come|put) (down|off the couch|off the *|stay|here boy|here girl|in your *) [off *|stay|now|boy|girl] $
      (good|bad|naughty) (boy|girl|dog|puppy)
      (no|nah) i said the + + *
      ^ [<lead>] [can you] (shut|close|open|turn|pass|grab|bring|feed|let) the (door|window|telly|tv|radio|music|dog|cat|gate|kettle|salt|keys|tap|light|lights|engine) *
      (talking to|not talking to|speaking to) (the dog|my dog|the kids|my kid|my wife|my son|my daughter|siri|alexa|someone else|somebody else)`,
  },
]
