/** A load balancer as its simulated cloud has it: it sends visitors to HTTPS, and their requests to one group. */
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import type { Resource } from './world.ts'

/** In the form of the requests that make it. */
export function balancerState({ id: arn, name, key, tags }: Resource): SimulatedState {
  const [, , , region, account] = arn.split(':')
  const suffix = (key >>> 0).toString(16).padStart(8, '0')
  const targets = {
    'member.1.Type': 'forward',
    'member.1.TargetGroupArn': `arn:aws:elasticloadbalancing:${region}:${account}:targetgroup/${name}/${suffix}`,
  }
  const redirect = {
    ...{ 'member.1.Type': 'redirect', 'member.1.RedirectConfig.Protocol': 'HTTPS' },
    ...{ 'member.1.RedirectConfig.Port': '443', 'member.1.RedirectConfig.StatusCode': 'HTTP_301' },
  }
  const listener = (port: string) => arn.replace(':loadbalancer/', ':listener/').concat('/', port.padStart(16, '0'))
  const rule = listener('443').replace(':listener/', ':listener-rule/').concat('/', '10'.padStart(16, '0'))
  return {
    exists: true,
    arn,
    tags,
    parameters: {
      ...{ Name: name, Type: 'application', Scheme: 'internet-facing', IpAddressType: 'ipv4' },
      'SubnetMappings.member.1.SubnetId': `subnet-0${suffix}a`,
      'SubnetMappings.member.2.SubnetId': `subnet-0${suffix}b`,
      'SecurityGroups.member.1': `sg-0${suffix}`,
    },
    attributes: { 'deletion_protection.enabled': 'false', 'idle_timeout.timeout_seconds': '120' },
    listeners: {
      [listener('80')]: formOf({ Protocol: 'HTTP', Port: '80', ...below('DefaultActions', redirect) }),
      [listener('443')]: formOf({
        ...{ Protocol: 'HTTPS', Port: '443', SslPolicy: 'ELBSecurityPolicy-TLS13-1-2-2021-06' },
        'Certificates.member.1.CertificateArn': `arn:aws:acm:${region}:${account}:certificate/${suffix}`,
        ...below('DefaultActions', targets),
      }),
    },
    rules: {
      [rule]: formOf({
        ...{ Priority: '10', 'Conditions.member.1.Field': 'path-pattern' },
        'Conditions.member.1.PathPatternConfig.Values.member.1': '/offers/*',
        ...below('Actions', targets),
      }),
    },
  }
}

function below(list: string, parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`${list}.${name}`, value]))
}

function formOf(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString()
}
