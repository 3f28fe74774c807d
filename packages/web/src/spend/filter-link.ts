/** The explorer's filter as its address writes it, for links from other screens. */
import type { GroupKey } from '@kept/domain/cube.ts'
import { joinList } from '../url/search.ts'

/** "service|is|Amazon EC2" */
export function writeFilter(by: GroupKey, ...values: string[]): string {
  return joinList([joinList([by, 'is', ...values], '|')], ',')
}
