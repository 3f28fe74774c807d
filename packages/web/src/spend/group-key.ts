/** Words for what costs can be grouped and filtered by. */
import { type Dimension, dimensionNames, dimensions, type GroupKey } from '@kept/domain/cube.ts'
import { keyFamilies, MAX_KEY_LENGTH, splitFamilyKey } from '@kept/domain/cube-keys.ts'

/** "Service", or "Tag team" for a key of a family. */
export function labelOfKey(key: GroupKey): string {
  const part = splitFamilyKey(key)
  return part ? `${keyFamilies[part.family].label} ${part.key}` : dimensions[key as Dimension].label
}

/** The words of an address that name a key; others are passed over. */
export function readKeys(words: readonly string[]): GroupKey[] {
  return [...new Set(words)].filter(isKey)
}

export function isKey(word: string): word is GroupKey {
  const part = splitFamilyKey(word)
  return (part && part.key.length <= MAX_KEY_LENGTH) || (dimensionNames as readonly string[]).includes(word)
}

/** A value as people read it: the bill's own name for it, and a word for lines that carry none. */
export function nameOfValue(key: GroupKey, value: string, name?: string): string {
  if (name) return name
  return value === '' ? `No ${lowerLabel(key)}` : value
}

/** The label inside a sentence; a key keeps its own letters. */
function lowerLabel(key: GroupKey): string {
  const part = splitFamilyKey(key)
  return part ? `${keyFamilies[part.family].label.toLowerCase()} ${part.key}` : labelOfKey(key).toLowerCase()
}
