/** The explorer's filter as its address writes it, for links from other screens. */
import type { GroupKey } from '@kept/domain/cube.ts'
import { joinList } from '../url/search.ts'

/** "service|is|Amazon EC2" */
export function writeFilter(by: GroupKey, ...values: string[]): string {
  return joinList([joinList([by, 'is', ...values], '|')], ',')
}

/** All of several filters: "provider|is|AWS,service|is|AWS Glue". */
export function writeFilters(filters: readonly { by: string; value: string }[]): string {
  return joinList(
    filters.map(({ by, value }) => joinList([by, 'is', value], '|')),
    ',',
  )
}
