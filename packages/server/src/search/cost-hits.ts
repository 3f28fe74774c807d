/** Hits that lead to money: resources, and the parts of a bill as the cost explorer filters by them. */
import { dimensions, type GroupKey } from '@kept/domain/cube.ts'
import { type Found, findMatch, type HitKind, type SearchField } from '@kept/domain/search.ts'
import type { FoundValue } from '@kept/store/ledger/find-values.ts'
import type { FoundResource } from '@kept/store/search/find-resources.ts'
import { addressOf, foundIn, wordsBeside } from './hit.ts'

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
    detail: wordsBeside(type || service, account, region, name === id ? '' : id),
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
    // Its value alone is as good a name for a tag as both.
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
      detail: wordsBeside(
        key in dimensions ? dimensions[key as keyof typeof dimensions].label : '',
        key === 'provider' ? '' : provider,
        name && name !== value ? value : '',
      ),
      href: explorer(key, value, key === 'service' ? 'sub_account' : 'service'),
      weight,
    },
  )
}

/** The cost explorer, filtered; its address writes a filter as key|is|value and takes "~" as its escape. */
function explorer(key: GroupKey, value: string, by: string): string {
  const filter = [key, 'is', value].map((part) => escapeMark(part, '|')).join('|')
  return addressOf('/costs', { by, f: escapeMark(filter, ',') })
}

function escapeMark(part: string, mark: string): string {
  return part.replaceAll('~', '~~').replaceAll(mark, `~${mark.charCodeAt(0).toString(16)}`)
}
