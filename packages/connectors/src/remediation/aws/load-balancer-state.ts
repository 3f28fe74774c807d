/** All of a load balancer that is needed to make it again, in the form of the requests that make it. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { deletionTag, withoutMark } from '../deletion-mark.ts'
import { type CloudRequest, requestText, requestTextOr } from '../remedy.ts'
import { arnOf, queryRequest } from './address.ts'
import { listParameters, toParameters } from './query-parameters.ts'
import { restoredFrom } from './tags.ts'
import { allNamed, childOf, itemsOf, parseXml, textOf, type XmlElement } from './xml.ts'

type Parameters = Record<string, string>

/** A type and no interface: only those count as JSON. */
type ListenerState = {
  port: string
  /** Of CreateListener, without the load balancer. */
  parameters: Parameters
  /** ARNs beyond the default one. */
  certificates: string[]
  rules: { priority: string; parameters: Parameters }[]
  tags: Parameters
}

export interface LoadBalancerState extends ResourceState {
  exists: true
  /** Of CreateLoadBalancer. */
  parameters: Parameters
  attributes: Parameters
  tags: Parameters
  listeners: ListenerState[]
}

interface ExistingLoadBalancer {
  arn: string
  /** The tag of one that waits to be deleted. */
  mark: string | null
  state: LoadBalancerState
  /** ARNs of the listeners by their port. */
  listenerArns: Map<string, string>
}

const apiVersion = '2015-12-01'

export function elbRequest(target: RemediationTarget, action: string, parameters: Parameters): PlannedRequest {
  return queryRequest('elasticloadbalancing', target, apiVersion, action, parameters)
}

/** "shop" of "...:loadbalancer/app/shop/50dc6c495c0c9188": unique in an account and region. */
export function nameOf({ id, name }: RemediationTarget): string {
  const [, balancerName] = /^loadbalancer\/(?:app|net|gwy)\/([\w-]+)\/\w+$/.exec(arnOf(id)?.resource ?? '') ?? []
  if (balancerName) return balancerName
  throw new KeptError('bad_input', `To act on ${name}, Kept needs the ARN of the load balancer.`)
}

/** The load balancer itself, or the one that Kept made again in its place; undefined where there is none. */
export async function findLoadBalancer(
  send: CloudRequest,
  target: RemediationTarget,
  signal?: AbortSignal,
): Promise<ExistingLoadBalancer | undefined> {
  const read = async (action: string, parameters: Parameters) =>
    parseXml(await requestText(send, elbRequest(target, action, parameters), signal))
  const answer = await requestTextOr(
    send,
    elbRequest(target, 'DescribeLoadBalancers', listParameters('Names', [nameOf(target)])),
    { status: 400, pattern: /LoadBalancerNotFound/ },
    signal,
  )
  const [balancer] = answer === undefined ? [] : itemsOf(parseXml(answer), 'LoadBalancers')
  if (!balancer) return undefined
  const arn = textOf(balancer, 'LoadBalancerArn')
  const listeners = await readPages(read, 'DescribeListeners', { LoadBalancerArn: arn }, 'Listeners')
  const tags = await readTags(read, [arn, ...listeners.map((listener) => textOf(listener, 'ListenerArn'))])
  const ownTags = tags.get(arn) ?? {}
  if (arn !== target.id && ownTags[restoredFrom] !== target.id) return undefined
  const attributes = await read('DescribeLoadBalancerAttributes', { LoadBalancerArn: arn })
  const listenerStates: ListenerState[] = []
  for (const listener of listeners) listenerStates.push(await listenerStateOf(read, listener, tags))
  return {
    arn,
    mark: ownTags[deletionTag] ?? null,
    listenerArns: new Map(listeners.map((listener) => [textOf(listener, 'Port'), textOf(listener, 'ListenerArn')])),
    state: {
      exists: true,
      parameters: parametersOf(balancer),
      attributes: pairsIn(itemsOf(attributes, 'Attributes')),
      tags: withoutKept(ownTags),
      listeners: listenerStates.toSorted((a, b) => Number(a.port) - Number(b.port)),
    },
  }
}

type Read = (action: string, parameters: Parameters) => Promise<XmlElement>

export async function readPages(
  read: Read,
  action: string,
  parameters: Parameters,
  list: string,
): Promise<XmlElement[]> {
  const items: XmlElement[] = []
  let marker = ''
  do {
    const answer = await read(action, { ...parameters, ...(marker && { Marker: marker }) })
    items.push(...itemsOf(answer, list))
    marker = allNamed(answer, 'NextMarker')[0]?.text ?? ''
  } while (marker !== '')
  return items
}

async function listenerStateOf(
  read: Read,
  listener: XmlElement,
  tags: ReadonlyMap<string, Parameters>,
): Promise<ListenerState> {
  const ListenerArn = textOf(listener, 'ListenerArn')
  const rules = await readPages(read, 'DescribeRules', { ListenerArn }, 'Rules')
  const hasCertificates = itemsOf(listener, 'Certificates').length > 0
  const certificates = hasCertificates
    ? await readPages(read, 'DescribeListenerCertificates', { ListenerArn }, 'Certificates')
    : []
  const first = textOf(itemsOf(listener, 'Certificates')[0], 'CertificateArn')
  refuseSecrets([listener, ...rules])
  return {
    port: textOf(listener, 'Port'),
    parameters: partsOf(listener, [
      'Protocol',
      'Port',
      'SslPolicy',
      'Certificates',
      'AlpnPolicy',
      'DefaultActions',
      'MutualAuthentication',
    ]),
    certificates: certificates
      .map((certificate) => textOf(certificate, 'CertificateArn'))
      .filter((certificate) => certificate !== first)
      .toSorted(),
    rules: rules
      .filter((rule) => textOf(rule, 'IsDefault') !== 'true')
      .map((rule) => ({
        priority: textOf(rule, 'Priority'),
        parameters: partsOf(rule, ['Priority', 'Conditions', 'Actions']),
      }))
      .toSorted((a, b) => Number(a.priority) - Number(b.priority)),
    tags: withoutKept(tags.get(ListenerArn) ?? {}),
  }
}

/** AWS does not tell the secret of a sign-in, so such a listener cannot be made again. */
function refuseSecrets(elements: readonly XmlElement[]): void {
  if (elements.some((element) => allNamed(element, 'AuthenticateOidcConfig').length > 0))
    throw new KeptError(
      'conflict',
      'This load balancer signs people in through an identity provider whose secret AWS does not tell, so Kept could not make it again. Delete it with the commands.',
    )
}

function parametersOf(balancer: XmlElement): Parameters {
  const zones = itemsOf(balancer, 'AvailabilityZones')
    .map((availabilityZone) => {
      const [address] = itemsOf(availabilityZone, 'LoadBalancerAddresses')
      return {
        SubnetId: textOf(availabilityZone, 'SubnetId'),
        AllocationId: textOf(address, 'AllocationId'),
        PrivateIPv4Address: textOf(address, 'PrivateIPv4Address'),
      }
    })
    .toSorted((a, b) => (a.SubnetId < b.SubnetId ? -1 : 1))
  const groups = itemsOf(balancer, 'SecurityGroups').map(({ text }) => text)
  return {
    Name: textOf(balancer, 'LoadBalancerName'),
    ...partsOf(balancer, ['Type', 'Scheme', 'IpAddressType']),
    ...Object.fromEntries(
      zones.flatMap((availabilityZone, index) =>
        Object.entries(availabilityZone).flatMap(([name, value]) =>
          value === '' ? [] : [[`SubnetMappings.member.${index + 1}.${name}`, value]],
        ),
      ),
    ),
    ...listParameters('SecurityGroups', groups.toSorted()),
  }
}

function partsOf(element: XmlElement, names: readonly string[]): Parameters {
  return Object.assign(
    {},
    ...names.map((name) => {
      const part = childOf(element, name)
      return part === undefined ? {} : toParameters(part, name)
    }),
  )
}

const tagsAtOnce = 20

async function readTags(read: Read, arns: readonly string[]): Promise<Map<string, Parameters>> {
  const tags = new Map<string, Parameters>()
  for (let start = 0; start < arns.length; start += tagsAtOnce) {
    const answer = await read('DescribeTags', listParameters('ResourceArns', arns.slice(start, start + tagsAtOnce)))
    for (const entry of itemsOf(answer, 'TagDescriptions'))
      tags.set(textOf(entry, 'ResourceArn'), pairsIn(itemsOf(entry, 'Tags')))
  }
  return tags
}

function pairsIn(elements: readonly XmlElement[]): Parameters {
  return Object.fromEntries(
    elements
      .map((element) => [textOf(element, 'Key'), textOf(element, 'Value')] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** AWS sets the tags that begin with "aws:", and Kept its own again. */
function withoutKept(tags: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(withoutMark(tags)).filter(([key]) => key !== restoredFrom && !key.startsWith('aws:')),
  )
}
