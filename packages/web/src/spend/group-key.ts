/** Labels of the dimensions and keys that costs can be grouped and filtered by. */

import type { GroupKey } from '@kept/domain/cost-query.ts'
import { type Dimension, dimensionNames, dimensions } from '@kept/domain/cube.ts'
import { keyFamilies, MAX_KEY_LENGTH, splitFamilyKey } from '@kept/domain/cube-keys.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'

/** "Service", or "Tag team" for a key of a family. */
export function labelOfKey(key: GroupKey): string {
  const part = splitFamilyKey(key)
  return part ? `${keyFamilies[part.family].label} ${part.key}` : dimensions[key as Dimension].label
}

/** Returns the valid keys of an address; others are ignored. */
export function readKeys(values: readonly string[]): GroupKey[] {
  return [...new Set(values)].filter(isKey)
}

export function isKey(value: string): value is GroupKey {
  const part = splitFamilyKey(value)
  return (part && part.key.length <= MAX_KEY_LENGTH) || isOneOf(dimensionNames, value)
}

/** The display name of a value; "No service" for lines without one. */
export function nameOfValue(key: GroupKey, value: string, name?: string): string {
  if (name) return name
  return value === '' ? `No ${lowerLabel(key)}` : value
}

/** The label in lower case; a tag key keeps its case. */
function lowerLabel(key: GroupKey): string {
  const part = splitFamilyKey(key)
  return part ? `${keyFamilies[part.family].label.toLowerCase()} ${part.key}` : labelOfKey(key).toLowerCase()
}
