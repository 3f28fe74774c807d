/** For tests: application load balancers without targets, of which some answer by themselves, in the documented shapes. */
const region = 'us-east-1'

interface Answer {
  status: number
  body: string
}

/** By what they do with a request. */
export function silentBalancers(account: string) {
  const arn = (name: string, id: string) =>
    `arn:aws:elasticloadbalancing:${region}:${account}:loadbalancer/app/${name}/${id}`
  return {
    /** Its listener redirects. */
    redirecting: arn('old-domain', '10dc6c495c0c9188'),
    /** A rule redirects, and everything else is not found. */
    redirectingByRule: arn('short-links', '20dc6c495c0c9188'),
    /** Everything is not found. */
    deserted: arn('campaign', '30dc6c495c0c9188'),
  }
}

const redirect =
  '<member><Type>redirect</Type><RedirectConfig><Protocol>HTTPS</Protocol><Host>shop.example</Host><StatusCode>HTTP_301</StatusCode></RedirectConfig></member>'
const notFound =
  '<member><Type>fixed-response</Type><FixedResponseConfig><StatusCode>404</StatusCode></FixedResponseConfig></member>'

/** The answer to an operation about them; undefined to all others. */
export function answerSilentBalancers(account: string, action: string, body: string): Answer | undefined {
  const own = silentBalancers(account)
  const result = (content: string): Answer => ({
    status: 200,
    body: `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`,
  })
  const parameters = new URLSearchParams(body)
  const balancer = parameters.get('LoadBalancerArn') ?? ''
  switch (action) {
    case 'DescribeLoadBalancers':
      // The interface of classic ones is older.
      return body.includes('2012-06-01')
        ? undefined
        : result(`<LoadBalancers>${Object.values(own).map(balancerXml).join('')}</LoadBalancers>`)
    case 'DescribeTargetGroups':
      return result('<TargetGroups></TargetGroups>')
    case 'DescribeListeners': {
      const actions = balancer === own.redirecting ? redirect : notFound
      return result(
        `<Listeners><member><ListenerArn>${balancer}/listener</ListenerArn><Protocol>HTTP</Protocol><Port>80</Port><DefaultActions>${actions}</DefaultActions></member></Listeners>`,
      )
    }
    case 'DescribeRules': {
      const isRedirecting = parameters.get('ListenerArn')?.startsWith(own.redirectingByRule)
      const rule = (priority: string, actions: string) =>
        `<member><Priority>${priority}</Priority><Actions>${actions}</Actions></member>`
      return result(`<Rules>${isRedirecting ? rule('1', redirect) : ''}${rule('default', notFound)}</Rules>`)
    }
    default:
      return undefined
  }
}

function balancerXml(arn: string): string {
  return `<member><LoadBalancerArn>${arn}</LoadBalancerArn><LoadBalancerName>${arn.split('/').at(-2)}</LoadBalancerName><Type>application</Type><CreatedTime>2026-01-01T00:00:00Z</CreatedTime><State><Code>active</Code></State></member>`
}
