/** Cost Explorer filters in address form, for links from other screens. */
import type { GroupKey } from '@kept/domain/cost-query.ts'
import { joinList } from '../url/search.ts'

/** "service|is|Amazon EC2" */
export function writeFilter(key: GroupKey, ...values: string[]): string {
  return joinList([joinList([key, 'is', ...values], '|')], ',')
}

/** Several filters: "provider|is|AWS,service|is|AWS Glue". */
export function writeFilters(filters: readonly { dimension: string; value: string }[]): string {
  return joinList(
    filters.map(({ dimension: key, value }) => joinList([key, 'is', value], '|')),
    ',',
  )
}
