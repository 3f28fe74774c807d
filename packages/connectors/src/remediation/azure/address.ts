/** Addresses of Azure Resource Manager: the resource id is the path. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'

const manager = 'https://management.azure.com'
const shape = /^\/subscriptions\/[\w-]+\/resourceGroups\/[\w.()-]+\/providers\/[\w.]+(\/[\w.-]+){2,6}$/i

export function azureUrl({ id, name }: Pick<RemediationTarget, 'id' | 'name'>, below: string, version: string): string {
  if (!shape.test(id))
    throw new KeptError('bad_input', `To act on ${name}, Kept needs its Azure resource id (/subscriptions/...).`)
  return `${manager}${id}${below}?api-version=${version}`
}

export function azurePost(target: RemediationTarget, verb: string, version: string): PlannedRequest {
  return { method: 'POST', url: azureUrl(target, `/${verb}`, version), body: '', headers: {} }
}

/** `/subscriptions/s/resourceGroups/g`, of any id below it. */
export function groupOf({ id, name }: RemediationTarget): string {
  const resourceGroup = /^\/subscriptions\/[\w-]+\/resourceGroups\/[\w.()-]+/i.exec(id)?.[0]
  if (resourceGroup) return resourceGroup
  throw new KeptError('bad_input', `To act on ${name}, Kept needs its Azure resource id (/subscriptions/...).`)
}

export const json = { 'content-type': 'application/json' }

/** Whether a machine runs, by its instance view; transitional states count as their target. */
export function isRunning(statuses: readonly { code?: string }[]): boolean {
  return statuses.some(({ code }) => code === 'PowerState/running' || code === 'PowerState/starting')
}
