// Long words of the field that recognisers split or misspell. `text/mishearings.ts` restores them.

const list = (words: string): string[] => words.trim().split(/\s+/)

export const keywords: readonly string[] = list(`
  accreditation accredited accredit operator operators remove removed removing delete deleted database unsubscribe
  record recorded recording recordings recorder message messages messaging voicemail mailbox meeting meetings
  appointment appointments manager number numbers details another again around about afternoon morning evening tomorrow
  tonight today monday tuesday wednesday thursday friday saturday sunday fifteen thirteen fourteen sixteen seventeen
  eighteen nineteen twenty thirty eleven twelve oclock someone somebody anybody anyone receptionist
  interested available business assistant screening connect accept continue complete calling ringing contact contacting
  permission consent register telephone mobile accountant mortgage lending
`)

/** English words that differ from a keyword by few letters. */
export const lookalikes: ReadonlySet<string> = new Set(
  list(`
    thirsty screaming streaming assisting assist regarding reported reporting reports unsubscribed unsubscribing unsubscribes accreditations
    manage lunchtimes mannerly remote removes removal deleter deletes accredits records recorders messaged messenger managers managed manages
    numbered detailed detail contract contracts contacts contacted consented consents registers registered registry
    mortgages mortgagee connects connected connecting connection accepts accepted except continues continued completed
    completely completes mondays tuesdays wednesdays thursdays fridays saturdays sundays mornings evenings afternoons
    uninterested interest interests accountants availability businesses assistants assistance mobiles culling falling
    wringing bringing singing ringing tonights thirties twenties twentieth thirtieth eleventh twelfth fifteenth
    thirteenth sixteenth fourteenth nineteenth eighteenth seventeenth receptionists reception permissions telephones
    telephoned screenings appointed appointing operated operates operate operating sundry meetup greeting lender
    leading sending vending bending spending ending mourning evenings monthly tuesdays calling sealing connected
    aground abound again against amount anther mother other nother recorder sometime something anything number
  `),
)
