/** For tests: load balancers without listeners, with one target group each, as far as a deletion needs them. */
import type { EmulatedApi, EmulatedResponse } from './clouds-state.ts'

const ok = (body: string): EmulatedResponse => ({ status: 200, body: `<R>${body}</R>` })

export const balancers: EmulatedApi = ({ body }, { balancers: all }) => {
  const parameters = new URLSearchParams(body)
  if (parameters.get('Version') !== '2015-12-01') return
  const get = (name: string) => parameters.get(name) ?? ''
  const groupPrefix = 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:targetgroup/of/'
  const arnOfName = Object.keys(all).find((arn) => arn.split('/').at(-2) === get('Names.member.1'))
  const arn =
    arnOfName ??
    [get('LoadBalancerArn'), get('ResourceArn.member.1'), get('ResourceArns.member.1')].find((name) => name !== '') ??
    Object.keys(all).find((name) => get('TargetGroupArn') === `${groupPrefix}${name.split('/').at(-1)}`) ??
    ''
  const balancer = all[arn]
  if (!balancer)
    return { status: 400, body: '<R><Error><Code>LoadBalancerNotFound</Code><Message>none</Message></Error></R>' }
  switch (get('Action')) {
    case 'DescribeLoadBalancers':
      return ok(
        `<LoadBalancers><member><LoadBalancerArn>${arn}</LoadBalancerArn><LoadBalancerName>${arn.split('/').at(-2)}</LoadBalancerName><Type>application</Type></member></LoadBalancers>`,
      )
    case 'DescribeTags': {
      const tags = Object.entries(balancer.tags).map(
        ([key, value]) => `<member><Key>${key}</Key><Value>${value}</Value></member>`,
      )
      return ok(
        `<TagDescriptions><member><ResourceArn>${arn}</ResourceArn><Tags>${tags.join('')}</Tags></member></TagDescriptions>`,
      )
    }
    case 'DescribeTargetGroups':
      return ok(
        `<TargetGroups><member><TargetGroupArn>${groupPrefix}${arn.split('/').at(-1)}</TargetGroupArn></member></TargetGroups>`,
      )
    case 'DescribeTargetHealth':
      return ok(
        `<TargetHealthDescriptions>${balancer.targets.map((id) => `<member><Target><Id>${id}</Id><Port>80</Port></Target></member>`).join('')}</TargetHealthDescriptions>`,
      )
    case 'DescribeListeners':
    case 'DescribeLoadBalancerAttributes':
      return ok('')
    case 'AddTags':
      balancer.tags = { ...balancer.tags, [get('Tags.member.1.Key')]: get('Tags.member.1.Value') }
      return ok('')
    case 'RemoveTags': {
      const { [get('TagKeys.member.1')]: _removed, ...others } = balancer.tags
      balancer.tags = others
      return ok('')
    }
    case 'DeleteLoadBalancer':
      delete all[arn]
      return ok('')
  }
}
