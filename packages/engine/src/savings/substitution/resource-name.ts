/** The name given to a resource, and its stem: "api" of "api-02", "orders" of "orders-restored". */
import type { GroupResource } from './group-resource.ts'
import { firstTag, readTags } from './read-tags.ts'

/** Ids that a provider draws: they name nothing that a successor could share. */
const drawnId = /^([a-z]{1,12}-)?[0-9a-f]{8,}$|^[0-9]+$|^[0-9a-f]{8}-[0-9a-f]{4}-|^ocid1\./

/** In lower case; undefined where there is none. */
export function nameOf(resource: GroupResource): string | undefined {
  const rawName = firstTag(readTags(resource), ['name']) ?? resource.name
  const name = (rawName.trim() || lastPart(resource.resource)).toLowerCase()
  return name === '' || name === resource.resource.toLowerCase() || drawnId.test(name) ? undefined : lastPart(name)
}

function lastPart(id: string): string {
  return id.split(/[/:]/).findLast((part) => part !== '') ?? ''
}

const additions = new Set(
  'new,old,copy,clone,restore,restored,replacement,bak,backup,tmp,temp,next,blue,green,vm,instance'.split(','),
)
const serial = /^(\d+|v\d+|[a-z]|(?=[a-z]*\d)[a-z0-9]{4,12}|[bcdfghjklmnpqrstvwxz2456789]{4,5})$/

/** Without numbers, versions, drawn suffixes and words such as "new" at its end. */
export function stemOf(name: string): string {
  const parts = name.split(/[-_. ]+/).filter((part) => part !== '')
  while (parts.length > 1 && isAddition(parts.at(-1) ?? '')) parts.pop()
  const last = parts.at(-1)?.replace(/\d+$/, '')
  return [...parts.slice(0, -1), last || (parts.at(-1) ?? '')].join('-')
}

function isAddition(part: string): boolean {
  return additions.has(part) || serial.test(part)
}
