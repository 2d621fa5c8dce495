// Spellings, recognisers' mishearings and words without meaning. Words between spaces.

/** In order; each applies to the result of those before. */
export const spellings: readonly [RegExp, string][] = [
  // short messages
  [/ (no|nah|nope|nup) (?:thanks|thank you|ta|thx|cheers|thank u|thankyou)(?= )/g, ' nothanks'],
  [/ (?:mm+ hm+|mhm+|mmhm+|uh huh|m hm)(?= )/g, ' uhhuh'],
  [/ (one|two|three|four|first|second|it|that|which|either|who|what|how|there|when)ll(?= )/g, ' $1 will'],
  [/ (?:plz|pls|plse|pleas|pleese|plea)(?= )/g, ' please'],
  [/ (?:thx|thanx|thankyou|thank you|thank u|tnx|ty|tks|thnx|thks|tanks)(?= )/g, ' thanks'],
  [
    / thanks for (?:that|letting me know|the (?:info|help|heads up)|your (?:help|time)|everything|calling back)(?= )/g,
    ' gotcha',
  ],
  [/ u(?= )/g, ' you'],
  [/ ur(?= )/g, ' your'],
  [/ r(?= you )/g, ' are'],
  [
    / (?:tmrw|tmr|tmoz|tomoz|tomorow|tommorow|tommorrow|tomorro|2moro|2morrow|tomoro|tomorra|2 morrow|2 moro)(?= )/g,
    ' tomorrow',
  ],
  [/ (?:avo|arvos|afternoon|after noon|this after|arv)(?= )/g, ' arvo'],
  [/ (?:txt|txts)(?= )/g, ' text'],
  [/ (?:msg|mesage|messge)(?= )/g, ' message'],
  [/ (?:msgs|mesages)(?= )/g, ' messages'],
  [/ (?:wanna|want to to)(?= )/g, ' want to'],
  [/ (?:gonna)(?= )/g, ' going to'],
  [/ (?:gotta|got to|have got to|ive got to)(?= )/g, ' have to'],
  [/ gimme(?= )/g, ' give me'],
  [/ lemme(?= )/g, ' let me'],
  [/ (?:whatcha|watcha)(?= )/g, ' what are you'],
  [/ whered(?= )/g, ' where did'],
  [/ howd(?= )/g, ' how did'],
  [/ whyd(?= )/g, ' why did'],
  [/ (?:ok|okey|okie|okay dokay|okey dokey|righto|rightio|rightyo|right o)(?= )/g, ' okay'],
  [/ (?:yea|ya|yah|yeh|ye|yeahh|yess|yas)(?= )/g, ' yeah'],
  [/ (?:yup|yip|yepp)(?= )/g, ' yep'],
  [/ (?:naah|nahh|nar|naw|noo|nuh)(?= )/g, ' nah'],
  [/ (?:mobile number|mob|cell)(?= )/g, ' mobile'],
  // recognisers
  [/ (?:opera tour|operater|opperator|op erator|opera tor|upper rater|operate her)(?= )/g, ' operator'],
  [
    / (?:(?:a )?credit (?:ation|tation|asian|ations|station|nation)|a credit asian|accredit ation|acreditation|accreditations|accredation|accredidation|accreditaion|acredit ation|a creditation|creditation|accreditition)(?= )/g,
    ' accreditation',
  ],
  [
    / (?:a credit(?:ed|id)|acredited|credit(?:ed|id)|accredit ed)(?= (?:with|broker|by|please|\||already|yet|and|first))/g,
    ' accredited',
  ],
  [/ (?:get|getting|become|be) (?:a )?credited(?= )/g, ' get accredited'],
  [/ (?:ling|lynk|linc|lincoln|lint|linked|links)(?= (?:please|thanks|\||to|by|through|over|for))/g, ' link'],
  [/ (?:s m s|es em es|ess em ess|smss|as a mess)(?= )/g, ' sms'],
  [/ (?:b d m|bee dee em|b dm|bd m|beady em|bidium|bdms)(?= )/g, ' bdm'],
  [/ (?:meating|meet ing|meetin|meting|meat ing)(?= )/g, ' meeting'],
  [/ (?:re cord|wreck or|wreck ord|reckord|wrecked)(?= )/g, ' record'],
  [/ (?:re cording|wreck ording|wrecking|recordings|recordin)(?= )/g, ' recording'],
  [/ (?:re corded|wreck orded)(?= )/g, ' recorded'],
  [/ (?:purse on|per son|persons|pearson)(?= )/g, ' person'],
  [
    / (?:go girl|goo gull|cool assist|call a cyst|call a sist|call assists|goggle|go ogle|gogle)(?= )/g,
    ' google',
  ],
  [/ (?:big speed|big sby|bixbee|bigsby|bix bee|bixby|big be)(?= )/g, ' bixby'],
  [/ (?:voice mail|voicemale|voice male|voicemails)(?= )/g, ' voicemail'],
  [/ (?:message bank|messagebank|messages bank|message tank)(?= )/g, ' messagebank'],
  [/ (?:mail box|male box|malebox)(?= )/g, ' mailbox'],
  [/ (?:an subscribe|un subscribe|unsubcribe|unsuscribe|on subscribe)(?= )/g, ' unsubscribe'],
  [/ (?:opt ed out|opted out|op out|opt owt|up out|opt doubt|opt tout)(?= )/g, ' opt out'],
  [/ your(?= (?:calling|ringing|welcome|kidding|after)(?: |$))/g, ' youre'],
  [/ (?:o clock|oclock|o clocks|a clock|oh clock|clock)(?= )/g, ' oclock'],
  [/ p m(?= )/g, ' pm'],
  [/ a m(?= )/g, ' am'],
  [
    / (how long|how much|how many|what time|recording|whoever|nothing)s(?= (?:the|a|is|in|it|this|that|off|on|no|not|there|here|your|my))/g,
    ' $1 is',
  ],
  // 'ten is good', 'the link is fine'
  [
    / (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|monday|tuesday|wednesday|thursday|friday|saturday|morning|first|second|latter|former|tomorrow|noon|midday|fifteen|either)s(?= (?!oclock))/g,
    ' $1 is',
  ],
  [
    / (link|text|sms|number|meeting|arvo|appointment|email|coffee|accreditation)s(?= (?:fine|good|great|okay|best|better|perfect|easier|easiest|enough|all|no|out|not|my|the|a|would))/g,
    ' $1 is',
  ],
  // numbers
  [/ (?:for|fore)(?= (?:oclock|pm|thirty|fifteen|forty five) )/g, ' four'],
  [/ (?:to|too)(?= (?:oclock|pm|thirty|fifteen|forty five) )/g, ' two'],
  [/ ate(?= (?:oclock|am|thirty) )/g, ' eight'],
  [/ (?:won|wan)(?= (?:oclock|pm|thirty) )/g, ' one'],
  [/ (?:tree|free)(?= (?:oclock|pm|thirty) )/g, ' three'],
  [/ (?:tin|den|tan)(?= (?:oclock|am|thirty) )/g, ' ten'],
  [/ nein(?= )/g, ' nine'],
  [
    / (option|number|choice|key|press) (?:to|too|tu)(?= (?:\||please|thanks|mate|would|sounds|is|will))/g,
    ' $1 two',
  ],
  [
    / (option|number|choice|key|press) (?:for|fore)(?= (?:\||please|thanks|mate|would|sounds|is|will))/g,
    ' $1 four',
  ],
  [/ (option|number|choice|key|press) (?:won|wan|wone)(?= )/g, ' $1 one'],
  [/ (option|number|choice|key|press) (?:tree|free|threw)(?= )/g, ' $1 three'],
  // days
  [/ (?:mon)(?= )/g, ' monday'],
  [/ (?:tue|tues|chewsday|choose day)(?= )/g, ' tuesday'],
  [/ (?:wed|weds|wensday|wednsday|when is day|wends day)(?= )/g, ' wednesday'],
  [/ (?:thu|thur|thurs|thirsty|thers day|thirsday|furs day)(?= )/g, ' thursday'],
  [/ (?:fri|fry day)(?= )/g, ' friday'],
  [/ sat(?= (?:\d|morning|arvo|at|or|\||the|works|suits|please))/g, ' saturday'],
]

/** Removed wherever they occur. */
export const fillers: readonly RegExp[] = [
  / (?:u+m+|u+h+|e+rm*|a+h+|h*m{2,}|hm+|e+h|oo+h)(?= )/g,
  / oh(?= (?!\d|(?:one|two|three|four|five|six|seven|eight|nine) ))/g,
  / (?:mate|buddy|pal|darl|darling|guys|folks|sir|maam|madam|bro|champ|cobber|sweetheart|legend|dude|sorry mate)(?= )/g,
  / love(?= \|)/g,
  / (?:please|kindly|thanks|cheers|ta|thanks very much|much appreciated|thanks so much|thanks a lot|thanks heaps|many thanks)(?= )/g,
  / (?:you know|sort of|kind of|kinda|sorta|basically|honestly|literally|to be honest|i guess|i suppose|i reckon|i think i|if i can|if thats okay|if thats alright|if you could|if you can|if possible|if you dont mind|would you)(?= )/g,
  / (?:hi|hey|hello|hullo|gday|good day|good morning|good arvo|good evening|howdy|oi)(?: there)?(?= )/g,
  /(?<= \|) (?:look|listen|well|so|right|anyway|alright|like|now|actually yeah)(?= (?!\||please |thanks |now |me |through |good |great |fine |here ))/g,
]
