/** Picker options for grouping and filtering: dimensions first, then the keys found in bills. */

import type { GroupKey } from '@kept/domain/cost-query.ts'
import { dimensionNames } from '@kept/domain/cube.ts'
import { type KeyFamilyName, keyFamilies } from '@kept/domain/cube-keys.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { labelOfKey } from './group-key.ts'

interface KeyOption {
  value: string
  label: string
  group: string
  detail?: string
}

interface CatalogKeys {
  tag_keys: readonly { key: string; lines: number }[]
  keys: readonly { family: KeyFamilyName; key: string; lines: number }[]
}

export function keyOptions(catalog: CatalogKeys | undefined): KeyOption[] {
  const tags = (catalog?.tag_keys ?? []).map((tag) => ({ ...tag, family: 'tag' as const }))
  return [
    ...dimensionNames.map((name) => ({ value: name, label: labelOfKey(name), group: 'Dimensions' })),
    ...[...tags, ...(catalog?.keys ?? [])].map(({ family, key, lines }) => {
      const value: GroupKey = `${family}:${key}`
      return { value, label: labelOfKey(value), detail: counted(lines, 'line'), group: keyFamilies[family].group }
    }),
  ]
}
