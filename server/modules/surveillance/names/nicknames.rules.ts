// Lists given names that are equivalent in Australia: short forms, and spellings that one person uses side by side.

const groups = `
abdul abd abdel
abigail abby gail
adam ad
adrian ade
aidan aiden
albert bert al albie
alexander alex alec sandy xander alexandre alexandr aleksandr aleksander alessandro
alexandra alex sandra lexi sasha
alfred fred alf alfie
alice ally alicia
alison allison ally
allan alan allen al
amanda mandy
amelia amy millie
andrew andy drew andre andrei andreas
angela angie
angus gus
ann anne anna annie annette
anthony antony tony anton antonio
antonia toni
arthur art artie
barbara barb babs
barnaby barney
bartholomew bart
beatrice bea trixie
benjamin ben benny
bernard bernie
beverley beverly bev
bradley brad
brendan brendon
brian bryan bryon
bronwyn bron
bruce brucie
callum calum
cameron cam
caroline carolyn carol carrie
catherine katherine kathryn katharine cathryn cathy kathy kate katie cath kath kat kit
charles charlie chuck chas
charlotte charlie lottie
chloe khloe
christina christine kristina kristine chris tina chrissie
christopher chris kristopher topher
clare claire clara
colin col
craig kreg
cynthia cindy
daniel dan danny
danielle dani
darren daryl darryl
david dave davey davie
deborah debra deb debbie
dennis denis denny
derek derrick
diana diane di
dimitrios dimitri dimitris jim james
dominic dom dominick
donald don donny
donna don
dorothy dot dottie
douglas doug
duncan dunc
edward ed eddie ted teddy ned
edwin ed eddie
eleanor ellie nell elinor
elizabeth elisabeth liz lizzie beth betty bessie libby lisa eliza
emily em emmy
emma em
eric erik
ernest ernie
eugene gene
evan ewan euan
fatima fatimah fatema
francis frank frankie fran
frances fran francesca frankie
franklin frank
frederick fred freddy frederic fredrick
gabriel gabe
gabrielle gabby
geoffrey jeffrey geoff jeff
george georgie giorgos georgios
gerald gerard gerry jerry ged
gillian jillian gill jill
giovanni john gianni
giuseppe joe joseph
grace gracie
graham graeme grahame
gregory greg gregor
guy guido
hamish seamus
harold harry hal
harrison harry
hassan hasan
heather heath
helen helena eleni ellen
henry harry hank hal
herbert herb bert
hugh hughie
hussein husain husayn hussain husein
ian iain
ibrahim ebrahim abraham
ioannis yiannis john
isabella isabel bella izzy isabelle
jack john jackson
jacqueline jackie jacquie
jacob jake
james jim jimmy jamie jimi
janet jan
janine jan
jason jase
jean jeanne
jennifer jen jenny jenni
jeremy jez jem
jessica jess jessie
joan joanie
joanna joanne jo
john johnny jon jack
jonathan jon jonathon johnathan
jordan jord
joseph joe joey jos giuseppe yusuf youssef yousef
joshua josh
judith judy jude
julia julie
julian jules
katrina trina kat
keith kei
kelly kel
kenneth ken kenny
kevin kev
kimberley kimberly kim
kirsten kirstin
konstantinos kostas con costa dino
kristen kristin kris
kylie ky
lachlan lachie
lance lancelot
laura laurie
lauren loz
laurence lawrence larry laurie
leanne lee leeanne
leila layla leyla
leonard len leo lenny
leslie lesley les
lewis louis lou luis
lillian lily lil
linda lynda lin
louise lou
lucas luke luca
lucy lucia
lynette lyn lynne lynn
madeleine madeline maddie
malcolm mal
marcus marc mark
margaret maggie meg peg peggy marg margie greta rita
maria mary marie mariah
marilyn maz
marjorie marj
martin marty
matilda tilly mattie
matthew matt mathew matty
maureen mo
maurice morris
maximilian max
maxwell max
megan meg meaghan meagan
melanie mel
melissa mel lissa
melinda mindy mel
michael mick mike micky mikey mikhail michel
michelle shell michele
mitchell mitch
mohammed muhammad mohamed mohammad muhammed mohamad mohd muhamad mochammad mahomed md mhd muhd mohamud
mustafa mostafa moustafa
nancy nan
natalie nat nathalie
natasha tash tasha
nathan nate nathaniel
neil neal niall
nicholas nick nicky nico nicolas nikolas nikolaos
nicole nicky nikki nic
nigel nige
norman norm
olivia liv livvy
oliver ollie
omar umar
owen eoin
pamela pam
panagiotis peter panos
patricia pat trish tricia patty
patrick pat paddy
paul pauly pavlos
pauline paula
penelope penny pen
peter pete petros
philip phillip phil
phillipa philippa pip pippa
rachel rachael rach
raymond ray
rebecca bec becky beck rebekah
reginald reg reggie
richard dick rick ricky rich richie
robert bob bobby rob robbie bert
roberto rob bob
robin robyn
roderick rod roddy
rodney rod
roger rog
roland rollie
ronald ron ronnie
rosemary rose rosie
ross rosco
russell russ
samantha sam sammy
samuel sam sammy
sandra sandy
sarah sara sally sadie
scott scotty
sean shaun shawn
sebastian seb
sharon shaz
shirley shirl
sidney sydney sid
simon si
sophia sofia sophie
stacey stacy
stanley stan
stephanie steph stefanie
stephen steven steve stevie stefan stephan
stuart stewart stu
susan sue susie suzanne suzie susanne
tamara tammy
teresa theresa tess terry
terence terrence terry tel
theodore ted theo teddy
thomas tom tommy
timothy tim timmy
tobias toby
tracey tracy
trevor trev
valerie val
vasilios bill vasilis basil
veronica ronnie
victor vic viktor
victoria vicki vicky tori
vincent vince vinnie vincenzo
virginia ginny
vivian viv vivienne
vladimir wladimir volodymyr vova
walter wally walt
warren waz
wayne wayno
wendy wen
william bill billy will willie liam
winston win
yvonne von
zachary zac zach zack zachariah
zoe zoey
`

/** For each name the numbers of the groups that it is in; a short form may be in several. */
const groupsOf = new Map<string, Set<number>>()
for (const [group, line] of groups.trim().split('\n').entries()) {
  for (const name of line.split(' ')) {
    const known = groupsOf.get(name)
    if (known) known.add(group)
    else groupsOf.set(name, new Set([group]))
  }
}

/** Groups in which a name is, e.g. of 'bill' those of William and of Vasilios. */
export const nameGroups = (name: string): ReadonlySet<number> => groupsOf.get(name) ?? NONE
const NONE: ReadonlySet<number> = new Set()

export function isShortFor(one: string, other: string): boolean {
  const others = nameGroups(other)
  for (const group of nameGroups(one)) if (others.has(group)) return true
  return false
}
