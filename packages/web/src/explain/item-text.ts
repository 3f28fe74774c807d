/** Names of what an explanation lists, and links to their lines. */
import type { Filter } from '@kept/domain/cost-query.ts'
import type { ExplainedItem } from '@kept/domain/explanation.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { joinList, type Search } from '../url/search.ts'

/** The resource's name, the end of its identifier, or what is charged. */
export function nameItem({ resource, resource_name: name, resources, meter, service }: ExplainedItem): string {
  if (resource === '' && resources > 1)
    return `${counted(resources, 'resource')} with small changes: ${meter || service}`
  if (name && name !== resource) return name
  if (resource) return resource.split(/[/:]/).findLast((part) => part !== '') ?? resource
  return meter || service || 'Charge without a resource'
}

/** Cost Explorer with these lines: by charge description, so that each charge of a resource is one row. */
export function explorerLink(
  filters: readonly Filter[],
  { currency, window }: { currency: string; window: { from: string; to: string } },
): Search {
  return {
    from: window.from,
    to: window.to,
    compare: 'previous_period',
    by: 'description',
    f: joinList(
      filters.map(({ dimension, op, values }) => joinList([dimension, op, ...values], '|')),
      ',',
    ),
    ...(currency !== 'USD' && { currency }),
  }
}
