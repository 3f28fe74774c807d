/** What a load balancer serves: the targets that are registered in its target groups. */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { type CloudRequest, requestText } from '../remedy.ts'
import { elbRequest, readPages } from './load-balancer-state.ts'
import { childOf, itemsOf, parseXml, textOf } from './xml.ts'

/** Targets with their group and port, sorted, in one text: the same while none was registered or removed. */
export async function registeredTargets(
  send: CloudRequest,
  target: RemediationTarget,
  arn: string,
  signal?: AbortSignal,
): Promise<string> {
  const read = async (action: string, parameters: Record<string, string>) =>
    parseXml(await requestText(send, elbRequest(target, action, parameters), signal))
  const groups = await readPages(read, 'DescribeTargetGroups', { LoadBalancerArn: arn }, 'TargetGroups')
  const targets: string[] = []
  for (const group of groups) {
    const TargetGroupArn = textOf(group, 'TargetGroupArn')
    const answer = await read('DescribeTargetHealth', { TargetGroupArn })
    for (const entry of itemsOf(answer, 'TargetHealthDescriptions')) {
      const registered = childOf(entry, 'Target')
      targets.push([TargetGroupArn, textOf(registered, 'Id'), textOf(registered, 'Port')].join(' '))
    }
  }
  return targets.toSorted().join(', ')
}
