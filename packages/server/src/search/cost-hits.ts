/** Search results with costs: resources, and dimension values the cost explorer filters by. */

import type { GroupKey } from '@kept/domain/cost-query.ts'
import { dimensions } from '@kept/domain/cube.ts'
import { type Found, findMatch, type HitKind, type SearchField } from '@kept/domain/search.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import type { FoundValue } from '@kept/store/ledger/find-values.ts'
import type { FoundResource } from '@kept/store/search/find-resources.ts'
import { addressOf, foundIn, joinDetails } from './hit.ts'

export function foundResource(text: string, resource: FoundResource): Found[] {
  const { provider, resource_id: id, name, type, service, sub_account_name: account, region, tags } = resource
  const fields: SearchField[] = [
    ['Name', name],
    ['Id', id],
    ['Type', type],
    ...Object.entries(tags).map(([key, value]) => ['Tag', `${key}: ${value}`] as const),
  ]
  return foundIn(text, fields, {
    kind: 'resource',
    title: name,
    detail: joinDetails(type || service, account, region, name === id ? '' : id),
    href: addressOf('/resources', { id, of: provider }),
    weight: Number(resource.effective),
  })
}

const kindOf: Partial<Record<GroupKey, HitKind>> = {
  service: 'service',
  sub_account: 'account',
  billing_account: 'account',
  region: 'region',
  provider: 'provider',
}

export function foundValue(text: string, { key, value, name, provider, effective }: FoundValue): Found[] {
  const weight = Number(effective)
  if (key.startsWith('tag:')) {
    const title = `${key.slice(4)}: ${value}`
    // A tag matches by its value, too.
    const fields: SearchField[] = [['Tag', findMatch(text, [['Tag', value]]) ? value : title]]
    return foundIn(text, fields, { kind: 'tag', title, detail: 'Tag', href: explorer(key, value, 'service'), weight })
  }
  return foundIn(
    text,
    [
      ['Name', name || value],
      ['Id', value],
    ],
    {
      kind: kindOf[key] ?? 'service',
      title: name || value,
      detail: joinDetails(
        isKeyOf(dimensions, key) ? dimensions[key].label : '',
        key === 'provider' ? '' : provider,
        name && name !== value ? value : '',
      ),
      href: explorer(key, value, key === 'service' ? 'sub_account' : 'service'),
      weight,
    },
  )
}

/** Link to the cost explorer. Filters are key|is|value, escaped with "~". */
function explorer(key: GroupKey, value: string, groupBy: string): string {
  const filter = [key, 'is', value].map((part) => escapeMark(part, '|')).join('|')
  return addressOf('/costs', { by: groupBy, f: escapeMark(filter, ',') })
}

function escapeMark(part: string, character: string): string {
  return part.replaceAll('~', '~~').replaceAll(character, `~${character.charCodeAt(0).toString(16)}`)
}
