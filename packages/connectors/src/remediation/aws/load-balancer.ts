/**
 * A load balancer that serves nothing: deleted, and made again with its listeners, rules, certificates, attributes and
 * tags. The plan holds all of them. Its target groups stay, with the targets that are registered in them.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { deletionTag } from '../deletion-mark.ts'
import { type Carrier, type DeletionMarking, defineRemedy, quoted, requestText, waitUntil } from '../remedy.ts'
import { regionOf } from './address.ts'
import { elbRequest, findLoadBalancer, type LoadBalancerState, nameOf } from './load-balancer-state.ts'
import { registeredTargets } from './load-balancer-targets.ts'
import { listParameters, pairParameters } from './query-parameters.ts'
import { restoredFrom } from './tags.ts'
import { allNamed, parseXml } from './xml.ts'

/** In place of an ARN that is known once AWS has made it. */
const unknownArn = 'NEW'
const protection = 'deletion_protection.enabled'
/** On new listeners: the policy lets Kept add rules to those only. */
const allowed = { 'kept:allow': 'true' }

const marking: DeletionMarking = {
  async read(send, target, signal) {
    const existing = await findLoadBalancer(send, target, signal)
    if (!existing) return undefined
    return {
      mark: existing.mark,
      last_used_at: null,
      usage: await registeredTargets(send, target, existing.arn, signal),
    }
  },
  async requests(send, target, mark, signal) {
    const existing = await findLoadBalancer(send, target, signal)
    if (!existing) return []
    const resource = { 'ResourceArns.member.1': existing.arn }
    return [
      mark === null
        ? elbRequest(target, 'RemoveTags', { ...resource, 'TagKeys.member.1': deletionTag })
        : elbRequest(target, 'AddTags', { ...resource, ...pairParameters('Tags', { [deletionTag]: mark }) }),
    ]
  },
}

export const loadBalancer = defineRemedy({
  kind: 'load_balancer',
  provider: 'aws',
  steps: ['delete'],
  permissions: [
    'elasticloadbalancing:DescribeLoadBalancers',
    'elasticloadbalancing:DescribeLoadBalancerAttributes',
    'elasticloadbalancing:DescribeListeners',
    'elasticloadbalancing:DescribeListenerCertificates',
    'elasticloadbalancing:DescribeRules',
    'elasticloadbalancing:DescribeTags',
    'elasticloadbalancing:DescribeTargetGroups',
    'elasticloadbalancing:DescribeTargetHealth',
    'elasticloadbalancing:DeleteLoadBalancer',
    'elasticloadbalancing:CreateLoadBalancer',
    'elasticloadbalancing:AddTags',
    'elasticloadbalancing:RemoveTags',
    'elasticloadbalancing:ModifyLoadBalancerAttributes',
    'elasticloadbalancing:CreateListener',
    'elasticloadbalancing:AddListenerCertificates',
    'elasticloadbalancing:CreateRule',
  ],
  read: async (send, target, signal) => (await findLoadBalancer(send, target, signal))?.state ?? { exists: false },
  stateAfter(before, { target }) {
    if (isLoadBalancer(before) && before.attributes[protection] === 'true')
      throw new KeptError(
        'conflict',
        `${target.name} is protected from deletion. Turn the protection off in its attributes first.`,
      )
    return { exists: false }
  },
  requests(target, from, to) {
    if (isLoadBalancer(to)) return isLoadBalancer(from) ? [] : makingRequests(target, to)
    return isLoadBalancer(from) ? [deleteRequest(target, target.id)] : []
  },
  async carryOut(carrier, target, _from, to) {
    if (isLoadBalancer(to)) await make(carrier, target, to)
    else await remove(carrier, target)
  },
  // An interrupted undo has made some of the listeners and rules.
  isBetween: (state, before) =>
    isLoadBalancer(state) && isLoadBalancer(before) && isSame(state.parameters, before.parameters),
  deletionGrace: { marking },
  undoPrice: () =>
    'The load balancer that is made again has a new ARN and a new DNS name: DNS records must point to it, and a web ACL or Global Accelerator must be connected to it again.',
  describeState(state) {
    if (!isLoadBalancer(state)) return 'deleted'
    const { length } = state.listeners
    const rules = state.listeners.reduce((total, listener) => total + listener.rules.length, 0)
    return `a load balancer with ${count(length, 'listener')} and ${count(rules, 'rule')}`
  },
  script({ target }) {
    const arn = quoted(target.id)
    const region = `--region ${quoted(regionOf(target))}`
    const file = quoted(`${nameOf(target)}.json`)
    return {
      tool: 'aws',
      run: [
        `aws elbv2 describe-load-balancers --load-balancer-arns ${arn} ${region} > ${file}`,
        `aws elbv2 describe-listeners --load-balancer-arn ${arn} ${region} >> ${file}`,
        `for listener in $(aws elbv2 describe-listeners --load-balancer-arn ${arn} ${region} --query 'Listeners[].ListenerArn' --output text); do aws elbv2 describe-rules --listener-arn "$listener" ${region} >> ${file}; done`,
        `aws elbv2 delete-load-balancer --load-balancer-arn ${arn} ${region}`,
      ],
      undo: [
        `# With the subnets, security groups and listeners in ${nameOf(target)}.json.`,
        `aws elbv2 create-load-balancer --name ${quoted(nameOf(target))} --subnets SUBNET SUBNET --security-groups GROUP ${region}`,
        `aws elbv2 create-listener --load-balancer-arn NEW_ARN --protocol PROTOCOL --port PORT --default-actions Type=forward,TargetGroupArn=ARN ${region}`,
      ],
    }
  },
})

function isLoadBalancer(state: ResourceState): state is LoadBalancerState {
  return state.exists === true
}

function isSame(parameters: Record<string, string>, others: Record<string, string>): boolean {
  const names = new Set([...Object.keys(parameters), ...Object.keys(others)])
  return [...names].every((name) => parameters[name] === others[name])
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

async function remove(carrier: Carrier, target: RemediationTarget): Promise<void> {
  const existing = await findLoadBalancer(carrier.send, target)
  if (!existing) return
  await requestText(carrier.sendDelete, deleteRequest(target, existing.arn))
  await waitUntil(
    carrier,
    { what: `The deletion of ${target.name}`, maxMinutes: 10 },
    async () => (await findLoadBalancer(carrier.send, target)) === undefined,
  )
}

/** Makes what is missing, so that an interrupted undo can be repeated. */
async function make({ send }: Carrier, target: RemediationTarget, to: LoadBalancerState): Promise<void> {
  const existing = await findLoadBalancer(send, target)
  const arn = existing?.arn ?? (await arnMadeBy(send, createRequest(target, to), 'LoadBalancerArn'))
  const now = existing ?? (await findLoadBalancer(send, target))
  const attributes = Object.entries(to.attributes).filter(([name, value]) => now?.state.attributes[name] !== value)
  if (attributes.length > 0) await requestText(send, attributesRequest(target, arn, Object.fromEntries(attributes)))
  for (const listener of to.listeners) {
    const current = now?.state.listeners.find(({ port }) => port === listener.port)
    const listenerArn =
      now?.listenerArns.get(listener.port) ??
      (await arnMadeBy(send, listenerRequest(target, arn, listener), 'ListenerArn'))
    const certificates = listener.certificates.filter((certificate) => !current?.certificates.includes(certificate))
    if (certificates.length > 0) await requestText(send, certificatesRequest(target, listenerArn, certificates))
    for (const rule of listener.rules)
      if (!current?.rules.some(({ priority }) => priority === rule.priority))
        await requestText(send, ruleRequest(target, listenerArn, rule))
  }
}

async function arnMadeBy(send: Carrier['send'], request: PlannedRequest, element: string): Promise<string> {
  const arn = allNamed(parseXml(await requestText(send, request)), element)[0]?.text
  if (arn) return arn
  throw new KeptError('unavailable', `AWS did not name the ${element} of what it made.`)
}

function makingRequests(target: RemediationTarget, to: LoadBalancerState): PlannedRequest[] {
  return [
    createRequest(target, to),
    attributesRequest(target, unknownArn, to.attributes),
    ...to.listeners.flatMap((listener) => [
      listenerRequest(target, unknownArn, listener),
      ...(listener.certificates.length > 0 ? [certificatesRequest(target, unknownArn, listener.certificates)] : []),
      ...listener.rules.map((rule) => ruleRequest(target, unknownArn, rule)),
    ]),
  ]
}

type Listener = LoadBalancerState['listeners'][number]

function deleteRequest(target: RemediationTarget, LoadBalancerArn: string): PlannedRequest {
  return elbRequest(target, 'DeleteLoadBalancer', { LoadBalancerArn })
}

function createRequest(target: RemediationTarget, { parameters, tags }: LoadBalancerState): PlannedRequest {
  return elbRequest(target, 'CreateLoadBalancer', {
    ...parameters,
    ...pairParameters('Tags', { ...tags, [restoredFrom]: target.id }),
  })
}

function attributesRequest(target: RemediationTarget, LoadBalancerArn: string, attributes: Record<string, string>) {
  return elbRequest(target, 'ModifyLoadBalancerAttributes', {
    LoadBalancerArn,
    ...pairParameters('Attributes', attributes),
  })
}

function listenerRequest(target: RemediationTarget, LoadBalancerArn: string, { parameters, tags }: Listener) {
  return elbRequest(target, 'CreateListener', {
    LoadBalancerArn,
    ...parameters,
    ...pairParameters('Tags', { ...tags, ...allowed }),
  })
}

function certificatesRequest(target: RemediationTarget, ListenerArn: string, certificates: readonly string[]) {
  const list = Object.entries(listParameters('Certificates', certificates))
  return elbRequest(target, 'AddListenerCertificates', {
    ListenerArn,
    ...Object.fromEntries(list.map(([name, value]) => [`${name}.CertificateArn`, value])),
  })
}

function ruleRequest(target: RemediationTarget, ListenerArn: string, { parameters }: Listener['rules'][number]) {
  return elbRequest(target, 'CreateRule', { ListenerArn, ...parameters })
}
