/** Words for what costs can be grouped and filtered by. */
import { type Dimension, dimensionNames, dimensions, type GroupKey } from '@kept/domain/cube.ts'

const tagMark = 'tag:'
/** As the contract has it. */
const longestTag = 200

/** "Service", or "Tag team" for a tag's key. */
export function labelOfKey(key: GroupKey): string {
  return key.startsWith(tagMark) ? `Tag ${key.slice(tagMark.length)}` : dimensions[key as Dimension].label
}

/** The words of an address that name a key; others are passed over. */
export function readKeys(words: readonly string[]): GroupKey[] {
  return [...new Set(words)].filter(isKey)
}

export function isKey(word: string): word is GroupKey {
  const tag = word.startsWith(tagMark) && word.length > tagMark.length && word.length <= tagMark.length + longestTag
  return tag || (dimensionNames as readonly string[]).includes(word)
}

/** A value as people read it: the bill's own name for it, and a word for lines that carry none. */
export function nameOfValue(key: GroupKey, value: string, name?: string): string {
  if (name) return name
  return value === ''
    ? `No ${key.startsWith(tagMark) ? `tag ${key.slice(tagMark.length)}` : labelOfKey(key).toLowerCase()}`
    : value
}
