// An issuer for single sign-on and a receiver of webhooks on this machine, to try both against the demo: `npm run practice`,
// or `npm run practice -- ADDRESS` where Brokerline's address is another than http://localhost:3000.
import { SIGN_ON_CALLBACK } from '#contract/accounts/sign-on.ts'
import { CLIENT, startIssuer } from '#test/doubles/issuer-double.ts'
import { webhookReceiver } from '#test/doubles/webhook-receiver.ts'

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const GROUP = 'lending-staff'

const issuer = await startIssuer(`${address.replace(/\/$/, '')}${SIGN_ON_CALLBACK}`)
issuer.employee = {
  ...{ sub: 'employee-1', email: 'priya.nair@bank.example', email_verified: true },
  ...{ given_name: 'Priya', family_name: 'Nair', groups: [GROUP] },
}
const receiver = await webhookReceiver()
receiver.answer = (response, received) => {
  response.writeHead(204).end()
  console.log(`${received.id}  ${received.raw}`)
}
console.log(`Single sign-on (Settings → System → Sign-on):
  Issuer         ${issuer.issuer}
  Client ID      ${CLIENT.clientId}
  Client secret  ${CLIENT.clientSecret}
  Group          ${GROUP}, of the employee Priya Nair, who is signed in there already

Webhooks (Settings → Services → Webhooks):
  Address        ${receiver.url}

The events that arrive are listed here. Ctrl+C ends both.`)
