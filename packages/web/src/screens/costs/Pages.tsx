import type { CostAnswer, CostQuery } from '@kept/domain/cost-query.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { downloadCostQuery } from '../../csv/download-file.ts'
import { Pager } from '../../table/Pager.tsx'

interface PagesProps {
  page: CostAnswer['page']
  /** The query that returns every row. */
  all: CostQuery
  onPage(page: number): void
}

/** Pages of groups, and a download of all groups. */
export default function Pages({ page, all, onPage }: PagesProps) {
  return (
    <>
      <Pager page={page.number} pageSize={page.size} total={page.rows} noun="groups" onPage={onPage} />
      <Button size="small" onClick={() => downloadCostQuery('costs', all, 'csv')}>
        Download all {formatCount(page.rows)} as CSV
      </Button>
    </>
  )
}
