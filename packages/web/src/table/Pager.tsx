import { IconButton } from '@kept/ui/controls/Button.tsx'
import { formatCount } from '@kept/ui/format/share.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  /** "deliveries" */
  what: string
  onPage(page: number): void
}

/** Through a list that the server hands out in pages. Not there when one page holds all. */
export function Pager({ page, pageSize, total, what, onPage }: PagerProps) {
  if (total <= pageSize) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav aria-label={`Pages of ${what}`} className="mt-2 flex items-center justify-end gap-2 text-small text-soft">
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
