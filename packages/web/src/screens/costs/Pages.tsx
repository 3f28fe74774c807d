import type { CostAnswer, CostQuery } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatCount } from '@kept/ui/format/share.ts'
import { takeQuery } from '../../csv/take-file.ts'
import { Pager } from '../../table/Pager.tsx'

interface PagesProps {
  page: CostAnswer['page']
  /** The question with every row as its answer. */
  all: CostQuery
  onPage(page: number): void
}

/** Through more groups than one page holds, or all of them as a file. */
export default function Pages({ page, all, onPage }: PagesProps) {
  return (
    <>
      <Pager page={page.number} pageSize={page.size} total={page.rows} what="groups" onPage={onPage} />
      <Button size="small" onClick={() => takeQuery('costs', all)}>
        Download CSV of all {formatCount(page.rows)}
      </Button>
    </>
  )
}
