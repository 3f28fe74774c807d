/** Load balancers of the simulated Elastic Load Balancing, with their listeners and rules. */
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { answerXml, type SimulatedAnswer, type SimulatedApi } from '../cloud.ts'
import { nestedXml } from './nested-xml.ts'
import { queryOf } from './query.ts'

type Texts = Readonly<Record<string, string>>

/** Listeners and rules by their ARN: the parameters of the requests that made them, as in the body of a form. */
interface Balancer extends SimulatedState {
  exists: boolean
  arn: string
  parameters: Texts
  attributes: Texts
  tags: Texts
  listeners: Texts
  rules: Texts
}

/** Of a new one. */
const defaultAttributes = { 'deletion_protection.enabled': 'false', 'idle_timeout.timeout_seconds': '60' }

export const loadBalancers: SimulatedApi = async (request, resources) => {
  const query = queryOf(request, 'elasticloadbalancing', '2015-12-01')
  if (!query) return undefined
  const parameters = Object.fromEntries(new URLSearchParams(request.body))
  const arn = parameters.LoadBalancerArn ?? parameters.ListenerArn ?? parameters['ResourceArns.member.1'] ?? ''
  const [, ofArn] = /:(?:loadbalancer|listener)\/\w+\/([\w-]+)\//.exec(arn) ?? []
  const name = ofArn ?? parameters['Names.member.1'] ?? parameters.Name ?? ''
  const state = (await resources.find('load_balancer', name)) as Balancer | undefined
  const isCreation = query.action === 'CreateLoadBalancer'
  if (!state || (!state.exists && !isCreation) || (parameters.LoadBalancerArn ?? state.arn) !== state.arn)
    return { status: 400, text: '<Error><Code>LoadBalancerNotFound</Code><Message>It does not exist</Message></Error>' }
  const description = describe(query.action, state, parameters)
  if (description !== undefined) return answerXml(description)
  const changed = change(query.action, state, parameters)
  if (!changed) return undefined
  await resources.change('load_balancer', name, changed.state)
  return changed.answer
}

/** Undefined for actions that change something. */
function describe(action: string, state: Balancer, { ListenerArn = '' }: Texts): string | undefined {
  switch (action) {
    case 'DescribeLoadBalancers': {
      // The API lists the subnets of a request with their availability zones.
      const { Name = '', ...parameters } = state.parameters
      const xml = nestedXml(parameters).replaceAll('SubnetMappings>', 'AvailabilityZones>')
      return `<LoadBalancers><member><LoadBalancerArn>${state.arn}</LoadBalancerArn><LoadBalancerName>${Name}</LoadBalancerName>${xml}<State><Code>active</Code></State></member></LoadBalancers>`
    }
    case 'DescribeLoadBalancerAttributes':
      return `<Attributes>${pairsXml(state.attributes)}</Attributes>`
    case 'DescribeTags':
      return `<TagDescriptions><member><ResourceArn>${state.arn}</ResourceArn><Tags>${pairsXml(state.tags)}</Tags></member></TagDescriptions>`
    // Those of this world serve nothing.
    case 'DescribeTargetGroups':
      return '<TargetGroups></TargetGroups>'
    case 'DescribeListeners':
      return listXml('Listeners', 'ListenerArn', state.listeners)
    case 'DescribeListenerCertificates': {
      const { 'Certificates.member.1.CertificateArn': certificate } = fromForm(state.listeners[ListenerArn])
      return `<Certificates>${certificate ? `<member><CertificateArn>${certificate}</CertificateArn><IsDefault>true</IsDefault></member>` : ''}</Certificates>`
    }
    case 'DescribeRules': {
      const own = Object.entries(state.rules).filter(([arn]) => arn.startsWith(rulePrefixOf(ListenerArn)))
      return listXml('Rules', 'RuleArn', Object.fromEntries(own))
    }
  }
}

/** Undefined for actions of which this cloud knows nothing. */
function change(
  action: string,
  state: Balancer,
  { Action: _, Version: _version, LoadBalancerArn: _arn, ListenerArn = '', ...parameters }: Texts,
): { state: Balancer; answer: SimulatedAnswer } | undefined {
  switch (action) {
    case 'AddTags':
      return { state: { ...state, tags: { ...state.tags, ...pairsOf(parameters, 'Tags') } }, answer: answerXml('') }
    case 'RemoveTags': {
      const { [parameters['TagKeys.member.1'] ?? '']: _removed, ...tags } = state.tags
      return { state: { ...state, tags }, answer: answerXml('') }
    }
    case 'DeleteLoadBalancer':
      return { state: { ...state, exists: false, listeners: {}, rules: {} }, answer: answerXml('') }
    case 'CreateLoadBalancer': {
      const arn = anotherArn(state.arn)
      const own = Object.fromEntries(Object.entries(parameters).filter(([name]) => !name.startsWith('Tags.')))
      const replacement = { arn, parameters: own, attributes: defaultAttributes, tags: pairsOf(parameters, 'Tags') }
      const xml = `<LoadBalancers><member><LoadBalancerArn>${arn}</LoadBalancerArn></member></LoadBalancers>`
      return { state: { ...state, ...replacement, exists: true, listeners: {}, rules: {} }, answer: answerXml(xml) }
    }
    case 'ModifyLoadBalancerAttributes': {
      const attributes = { ...state.attributes, ...pairsOf(parameters, 'Attributes') }
      return { state: { ...state, attributes }, answer: answerXml('') }
    }
    case 'CreateListener': {
      const arn = `${state.arn.replace(':loadbalancer/', ':listener/')}/${idOf(parameters.Port)}`
      const own = Object.entries(parameters).filter(([name]) => !name.startsWith('Tags.'))
      const listeners = { ...state.listeners, [arn]: toForm(Object.fromEntries(own)) }
      return {
        state: { ...state, listeners },
        answer: answerXml(listXml('Listeners', 'ListenerArn', { [arn]: listeners[arn] ?? '' })),
      }
    }
    case 'CreateRule': {
      const arn = `${rulePrefixOf(ListenerArn)}${idOf(parameters.Priority)}`
      return {
        state: { ...state, rules: { ...state.rules, [arn]: toForm(parameters) } },
        answer: answerXml(listXml('Rules', 'RuleArn', { [arn]: toForm(parameters) })),
      }
    }
  }
}

/** A load balancer that is made again has another ID at the end of its ARN. */
function anotherArn(arn: string): string {
  return arn.replace(/\w+$/, (id) => [...id].reverse().join(''))
}

/** The ID of a listener or rule, of its port or priority. */
function idOf(number = ''): string {
  return number.padStart(16, '0')
}

function rulePrefixOf(listenerArn: string): string {
  return `${listenerArn.replace(':listener/', ':listener-rule/')}/`
}

function listXml(list: string, arnName: string, entries: Texts): string {
  const members = Object.entries(entries).map(
    ([arn, form]) => `<member><${arnName}>${arn}</${arnName}>${nestedXml(fromForm(form))}</member>`,
  )
  return `<${list}>${members.join('')}</${list}>`
}

function pairsXml(pairs: Texts): string {
  const members = Object.entries(pairs).flatMap(([key, value], index) => [
    [`member.${index + 1}.Key`, key],
    [`member.${index + 1}.Value`, value],
  ])
  return nestedXml(Object.fromEntries(members))
}

function pairsOf(parameters: Texts, list: string): Texts {
  const pairs: Record<string, string> = {}
  for (let number = 1; `${list}.member.${number}.Key` in parameters; number += 1)
    pairs[parameters[`${list}.member.${number}.Key`] ?? ''] = parameters[`${list}.member.${number}.Value`] ?? ''
  return pairs
}

function toForm(parameters: Texts): string {
  return new URLSearchParams(parameters).toString()
}

function fromForm(form = ''): Texts {
  return Object.fromEntries(new URLSearchParams(form))
}
