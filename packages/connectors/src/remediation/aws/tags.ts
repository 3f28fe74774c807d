/** Tags of EC2: a replaced resource keeps its tags, and is found again by a tag of Kept. */
import { textOf, type XmlElement } from './xml.ts'

/** On what Kept made again in place of a resource: the id of that resource. */
export const restoredFrom = 'kept:restored-from'
/** On a backup: the id of the resource that it was made of. */
export const backupOf = 'kept:backup-of'

export function tagsOf(item: XmlElement): Record<string, string> {
  const set = item.children.find(({ name }) => name === 'tagSet')
  return Object.fromEntries((set?.children ?? []).map((tag) => [textOf(tag, 'key'), textOf(tag, 'value')]))
}

/** The owner's tags: without those of AWS, which no one can set, and of Kept. */
export function ownTags(item: XmlElement): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tagsOf(item))
      .filter(([key]) => key !== '' && !/^(aws:|kept:(restored-from|backup-of|delete-after)$)/.test(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Parameters that tag a resource when it is made. */
export function tagParameters(type: string, tags: Record<string, string>): Record<string, string> {
  const parameters: Record<string, string> = { 'TagSpecification.1.ResourceType': type }
  for (const [index, [key, value]] of Object.entries(tags).entries()) {
    parameters[`TagSpecification.1.Tag.${index + 1}.Key`] = key
    parameters[`TagSpecification.1.Tag.${index + 1}.Value`] = value
  }
  return parameters
}
