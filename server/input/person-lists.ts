// Words of persons' names that mean something only in their place: titles, suffixes, particles; and family names that
// some languages put first.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Titles that are no names. */
export const plainTitles =
  words(`mr mrs ms miss mx dr prof professor doctor hon rev reverend herr frau monsieur madame
  mme mlle senor senora señor señora sig signor signora datuk dato datin tunku tengku adv engr`)
/** Titles that are names too: a title only where a given name and a family name remain. */
export const namedTitles =
  words(`sir dame lord lady sheikh shaikh sheik shaykh haji hajji haj hj hajah hajjah hjh mullah
  qari mawlawi maulana imam syed sayed captain capt major colonel col sergeant sgt judge justice senator pastor father
  fr sister brother president prasident chief pandit sri smt shri shrimati ustaz tuan puan encik cik bapak ibu`)
export const plainSuffixes = words(
  'jr snr jnr esq oam qc kc phd mba cpa bcom llb psm afsm jnr. cfp fca faiq mfaa fbaa',
)
/** Suffixes that are names or words too: only in capitals, behind a comma, or at the end of a whole name. */
export const namedSuffixes = words('junior senior sr am ao ac ca sc jp md ii iii iv msc bsc ba ma')

/** Words in front of a family name that are often left out. */
export const particles =
  words(`al el ul ur bin ben ibn bint binti binte bte bt abu de da di do dos das du del della dello
  degli delle la le lo los las van von der den ter ten te the san st mac mc thi zu zum vom af av y e und`)
/** Particles that may be written behind the given name: 'BERG, JAN VAN DER'. */
export const trailingParticles = words('van von der den da de dos das del della du ter ten di')
/** Of Vietnamese names: neither given nor family name. */
export const middleParticles = words('thi van')

/** Beginnings of Arabic names that need a second word: 'Abdul Karim', 'Abd al-Rahman', 'Abu Bakr'. */
export const servantOf = words('abd abdul abdel abdal abdur abdus abdoul abdou')
export const compoundStarts = words('abu abou umm noor nur')

/** Vietnamese family names: first, or last in Western order. */
export const vietnamese =
  words(`nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh trinh truong
  luu mai cao doan`)
/** Chinese family names that are seldom given names, as Mandarin, Cantonese and Hokkien spell them. */
export const chinese =
  words(`zhang wang li liu chen yang huang zhao wu zhou xu zhu guo sun ma lin gao luo zheng liang xie
  tang deng feng cao peng zeng xiao tian dong yuan cai jiang du cheng ding ren shen yao lu pan qiu hou
  lee lim tan ong wong chan ng goh chua koh teo tay ang cheung leung lau kwok chow yeung tsang cheng lam ho fung`)
export const korean = words(
  'kim park choi jung kang cho yoon jang han shin seo kwon hwang ahn song hong lee lim',
)
/** Family names of Sikhs that are no given names. */
export const singh = words('singh kaur')

/** Short family names: 'LEE John' has one, 'MAD Karunaratne' has initials. */
export const shortFamilies =
  words(`lee lim tan ong ng li wu xu yu hu he ma kim le do vu vo ho ngo bui cox fox ray may king
  hall hill wood ward reid ross bell gray grey west hunt ford cook shaw webb dean rose ali khan shah rao das roy sen gill
  cho han lau lam chan wong chen wang liu yang zhou sun zhu guo luo cruz diaz ruiz silva reis vaz kaur rai nair iyer bose
  dey pal bala bird bond boyd byrne cole day dunn fry holt hood hope hyde ives joy kerr kidd lamb lane long love lowe mann
  moss nash neal nunn owen page park peck penn pike poor pope rees rice rush ryan page todd tait vale wade walk wall wise`)
/** Given names of two letters. */
export const shortGiven = words('jo al ed bo mo di vi ty cy an ai an li yi su lu ky oz ng la wu yu xi ru em')
/** Initials that people are called by. */
export const calledInitials = words('aj bj cj dj ej jj kj lj mj pj rj sj tj jd jp jt jc kc dd tc oj jb')
/** Abbreviations of given names that are not spoken where another name follows. */
export const abbreviatedGiven = words('md mohd muhd mhd ma')

/** Family names of eastern Asia that are given names too: 'Lin Smith', 'Mai Brown', 'Kim Jones'. */
export const givenOrFamily =
  words(`le do vo ho ly mai cao li chen wu sun ma lin gao liang tang deng peng xiao tian dong
  yuan cai jiang du cheng ding ren shen yao lu pan qiu hou yang feng lee lim tan lam ang kim park jung kang cho han shin
  song hong wong chan fung ong goh koh tay dinh duong dang truong luu dinh bui ngo doan`)
/** One syllable of a Chinese, Korean or Vietnamese name. */
export const SYLLABLE =
  /^(?:zh|ch|sh|ph|th|tr|kh|ngh?|nh|gi|qu|[bcdfghjklmnpqrstvwxyz])?[aeiouy]{1,3}(?:ng|nh|ch|[chkmnptw])?$/
/** Syllables of pinyin: 'Chen Xiao Li' has the family name first, 'Chen Smith' last. */
export const PINYIN =
  /^(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ua|uo|ui|ue|er|a|o|e|i|u)){1,2}$/
