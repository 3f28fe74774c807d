/** What an order is in Terraform, for those who write it themselves. */
import type { TerraformOption } from '@kept/domain/pull-request.ts'
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import { manualOf, snippetOf } from './snippet.ts'
import { terraformChangeOf } from './terraform-change.ts'

export function terraformOptionOf(order: RemediationOrder): TerraformOption {
  const change = terraformChangeOf(order)
  if (typeof change === 'string') return { resource_types: [], snippet: '', description: change, caution: '' }
  const block = `the block ${change.types.join(' or ')} that declares ${order.target.name}`
  const sentences = {
    remove: `Remove ${block}, and what refers to it.`,
    set: `In ${block}: ${manualOf(change)}`,
    declare: `Beside ${block}: ${manualOf(change)}`,
  }
  return {
    resource_types: [...change.types],
    snippet: snippetOf(change, order.target.name),
    description: sentences[change.action.do],
    caution: change.caution,
  }
}
