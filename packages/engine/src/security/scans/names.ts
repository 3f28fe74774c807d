import { counted } from '@kept/foundation/format/number.ts'

const MAX_NAMES = 3

/** "Ana, Omar, Mei and 2 others", of `total`. */
export function namesOf(named: readonly { name: string }[], total: number = named.length): string {
  const names = named.slice(0, MAX_NAMES).map(({ name }) => name)
  const others = total - names.length
  return names.join(', ') + (others > 0 ? ` and ${counted(others, 'other')}` : '')
}
