import { formatCount } from '@kept/foundation/format/number.ts'
import { IconButton } from '@kept/ui/controls/Button.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  /** Plural noun, such as "entries". */
  noun: string
  onPage(page: number): void
}

/** Navigation of a paged list. Hidden when there is only one page. */
export function Pager({ page, pageSize, total, noun, onPage }: PagerProps) {
  if (total <= pageSize) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-2 flex items-center justify-end gap-2 text-small text-soft">
      <span role="status" className="figure">
        {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
      </span>
      <IconButton
        label="Previous page"
        size="small"
        icon={<ChevronLeft size={15} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label="Next page"
        size="small"
        icon={<ChevronRight size={15} />}
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
